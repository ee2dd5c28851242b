"""How the source of one function becomes part of another before either is compiled.

Numba copies a function before it inlines it: twice, block by block, and with every block the table
of all variables. Here functions have hundreds of blocks and thousands of variables, and nobody else
uses them. Without copies of that table the kernel compiles in about four fifths of the time.
"""

from collections.abc import Callable
from typing import Any

from numba.core import ir
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.inline_closurecall import InlineWorker
from numba.core.untyped_passes import InlineInlinables


class SplicingCompiler(Compiler):  # type: ignore[misc]  # Numba has no types
    """Numba's compiler, with `Splicing` for its own inlining."""

    def define_pipelines(self) -> list[PassManager]:
        """Numba's only pipeline, with another pass that inlines."""
        (pipeline,) = super().define_pipelines()
        return [replace_pass(pipeline, InlineInlinables, Splicing)]


def replace_pass(pipeline: PassManager, old: type, new: type) -> PassManager:
    """Put one pass in the place of another."""
    pipeline.passes = [
        (new if each is old else each, description) for each, description in pipeline.passes
    ]
    pipeline.finalize()
    return pipeline


@register_pass(mutates_CFG=True, analysis_only=False)
class Splicing(InlineInlinables):  # type: ignore[misc]
    """Numba's pass that inlines, by a `_Splicer`."""

    _name = "splicing"

    def _do_work(self, state: Any, *call: Any) -> Any:
        *place, _numbas_own = call
        return super()._do_work(state, *place, _Splicer(state))


class _Splicer(InlineWorker):  # type: ignore[misc]
    """Inlines a function that it has read itself, and that is used for nothing else."""

    _compiler_pipeline: Callable[[Any], PassManager]

    def __init__(self, state: Any) -> None:
        super().__init__(
            state.typingctx, state.targetctx, state.locals, state.pipeline, state.flags
        )
        self._compiler_pipeline = _untyped_pipeline

    def run_untyped_passes(self, func: Any, enable_ssa: bool = False) -> Any:
        """Read a function, so that copies of its blocks share the table of its variables."""
        source = super().run_untyped_passes(func, enable_ssa)
        for block in source.blocks.values():
            block.scope.__class__ = _SharedScope
        return source


class _SharedScope(ir.Scope):  # type: ignore[misc]
    """A table of variables that is not copied with what refers to it."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "_SharedScope":
        return self


def _untyped_pipeline(state: Any) -> PassManager:
    """Numba's passes until types are known; what is spliced in may splice in others."""
    return replace_pass(
        DefaultPassBuilder.define_untyped_pipeline(state), InlineInlinables, Splicing
    )

"""How functions are compiled that only compiled functions call.

Numba optimises every function by itself, makes machine code of it and wraps it for Python. Here all
of that would be thrown away: the function that calls it takes it in, and is optimised as a whole.
Left out, the kernel compiles in less than half the time, and runs within a few percent as fast.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from openuno.kernel.splicing import SplicingCompiler, replace_pass


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """A function to be linked into others, as it was written."""

    def _optimize_final_module(self) -> None:
        """The functions that call it will be optimised."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):  # type: ignore[misc]
    """Numba's last pass, which makes an `InnerLibrary`."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        """Compile the function, and let others call it."""
        codegen = state.targetctx.codegen()
        state.library = InnerLibrary(codegen, state.func_id.func_qualname)
        state.flags = state.flags.copy()
        state.flags.no_compile = True
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        lowered = state.cr
        described = lowered.fndesc
        # Numba knows a function by what Python would call: here there is nothing to call.
        name = described.qualname.rpartition(".")[2]
        known_as = _dynfunc.make_function(
            described.lookup_module(), name, described.qualname, 0, lowered.env, (state.library,)
        )
        state.targetctx.insert_user_function(known_as, described, [state.library])
        state.cr = lowered._replace(cfunc=known_as)
        return True


class InnerCompiler(SplicingCompiler):
    """The compiler of all functions, with `InnerLowering` at its end."""

    def define_pipelines(self) -> list[PassManager]:
        """The only pipeline, with another last pass."""
        (pipeline,) = super().define_pipelines()
        return [replace_pass(pipeline, NativeLowering, InnerLowering)]


class InnerFunction(CPUDispatcher):  # type: ignore[misc]
    """A function for compiled functions. If Python calls it, it is compiled as any other."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        options = {"nopython": True, "boundscheck": None, **options}
        super().__init__(function, {}, options, pipeline_class=InnerCompiler)

    def add_overload(self, cres: Any) -> None:
        """Know what was compiled, but not as something that Python can call."""
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *_args: Any, **_keywords: Any) -> Any:
        return self._for_python

    @cached_property
    def _for_python(self) -> Any:
        options = {name: value for name, value in self.targetoptions.items() if name != "inline"}
        return CPUDispatcher(self.py_func, {}, options, pipeline_class=SplicingCompiler)

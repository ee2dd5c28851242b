"""Mistakes in the words of a command, as one sentence in the voice of every other refusal."""

import click


def usage_sentence(error: click.UsageError) -> str:
    """What is wrong with the words, and what can be typed instead."""
    match error:
        case click.NoSuchOption():
            return _no_such_option(error)
        case click.MissingParameter():
            return f"{_parameter_name(error)} is missing"
        case click.BadParameter():
            return f"{_parameter_name(error)} {error.message}"
        case click.BadOptionUsage():
            return _bad_option_usage(error)
        case _:
            return error.format_message()


def _no_such_option(error: click.NoSuchOption) -> str:
    known = [
        name for param in _parameters(error.ctx) for name in param.opts if name.startswith("--")
    ]
    from openuno.engine.faults import nearest_name

    near = nearest_name(error.option_name, known)
    guess = f"; did you mean {near}?" if near else ""
    return f"there is no option {error.option_name}{guess}"


def _bad_option_usage(error: click.BadOptionUsage) -> str:
    """An option that stands without its value, or with one that it does not take."""
    for param in _parameters(error.ctx):
        if error.option_name in param.opts and isinstance(param, click.Option):
            if param.is_flag:
                return f"{error.option_name} takes no value; leave it out"
            assert error.ctx is not None, "it has parameters"
            return f"{error.option_name} takes a value: {param.make_metavar(error.ctx)}"
    return error.format_message()


def _parameters(ctx: click.Context | None) -> list[click.Parameter]:
    return [] if ctx is None else ctx.command.get_params(ctx)


def _parameter_name(error: click.BadParameter) -> str:
    """The parameter as people type it: the longest name of an option, or an argument's."""
    param = error.param
    if param is None or error.ctx is None:
        return str(error.param_hint or "a value")
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.make_metavar(error.ctx).strip("[].")

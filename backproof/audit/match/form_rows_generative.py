"""Rows for ``forms``: autoencoders, adversarial networks and diffusion, as distributions and expectations. Data only."""

from __future__ import annotations

from .form_rows import Row, row

VARIATIONAL = r"\bvae|elbo|evidence|autoencod|自编码|variational|变分|证据|下界|\bEM\b|expectation.maxim|期望最大"
NO_BOUND = rf"(?s)^(?!.*(elbo|lower bound|下界)).*({VARIATIONAL})"  # where L is what is minimised
GAN = r"\bgans?\b|\w+gan\b|adversarial|对抗|generator|生成器|discriminator|判别器"
WASSERSTEIN = r"wasserstein|wgan|earth.mover|推土机"
DIFFUSION = r"diffus|扩散|\bdd[pi]m|denois|去噪|加噪|score|noise schedul"
IMPLICIT = r"\bddim|implicit"
GUIDED = r"(?s)^(?!.*(negativ|负)).*(guid|引导|\bcfg\b)"

_E = r"\mathrm{E}"
_FIT = rf"{_E}(\log \mathrm{{model}}(x \mid z))"
_PRIOR = r"\mathrm{divergence}(\mathrm{guess}(z \mid x) \| \mathrm{model}(z))"
_PLAIN_PRIOR = r"\mathrm{divergence}(\mathrm{guess}(z) \| \mathrm{model}(z))"


def _differences(above: str, below: str) -> tuple[str, ...]:
    """An expected difference of logarithms, in three ways."""
    ratio = rf"\log \frac{{{above}}}{{{below}}}"
    return (f"{_E}(\\log {above} - \\log {below})", f"{_E}(\\log {above}) - {_E}(\\log {below})", f"{_E}({ratio})")


_PAIRED = (
    (r"\mathrm{model}(x, z)", r"\mathrm{guess}(z \mid x)"),
    (r"\mathrm{model}(x, z)", r"\mathrm{guess}(z)"),
    (r"\mathrm{model}(x, z \mid y)", r"\mathrm{guess}(z)"),
)
_JOINTLY = tuple(p for above, below in _PAIRED for p in _differences(above, below))
_TURNED = tuple(p for above, below in _PAIRED for p in _differences(below, above))

BOUNDS = [
    row(
        "generative.evidence_bound",
        f"{_FIT} - {_PRIOR}",
        f"{_FIT} - {_PLAIN_PRIOR}",
        of="",
        only=VARIATIONAL,
        how=("of a model",),
    ),
    row(
        "generative.evidence_bound",
        rf"{_FIT} - \beta {_PRIOR}",
        of="",
        only=VARIATIONAL,
        variant="weighted",
    ),
    *(
        row(
            "generative.evidence_bound",
            *_JOINTLY,
            r"\sum_z \mathrm{guess}(z) \log \frac{\mathrm{model}(x, z \mid y)}{\mathrm{guess}(z)}",
            r"\sum_z \mathrm{guess}(z \mid x) \log \frac{\mathrm{model}(x, z)}{\mathrm{guess}(z \mid x)}",
            left=left,
            of="",
            only=VARIATIONAL,
            how=("of the joint distribution",),
        )
        for left in (r"\mathrm{bounding}", r"\mathrm{energy}")
    ),
    row(
        "vae.loss",
        f"-{_FIT} + {_PRIOR}",
        rf"-{_FIT} + \beta {_PRIOR}",
        left=r"\mathrm{lost}",
        of="",
        only=VARIATIONAL,
        how=("of a model",),
    ),
    *(
        row(
            "vae.loss",
            *_TURNED,
            left=left,
            of="",
            only=NO_BOUND if "lost" in left else VARIATIONAL,
            how=("of the joint distribution",),
        )
        for left in (r"\mathrm{lost}", r"\mathrm{energy}")
    ),
    row(
        "vae.loss",
        r"\sum_z \mathrm{guess}(z) \log \frac{\mathrm{guess}(z)}{\mathrm{model}(x, z \mid y)}",
        r"\sum_z \mathrm{guess}(z \mid x) \log \frac{\mathrm{guess}(z \mid x)}{\mathrm{model}(x, z)}",
        left=r"\mathrm{energy}",
        of="",
        only=VARIATIONAL,
        how=("of the joint distribution",),
    ),
    *(
        row(
            "generative.evidence_bound",
            r"\mathrm{map}(q, y) + \mathrm{divergence}(q \| p)",
            r"\mathrm{map}(q, y) + \mathrm{divergence}(\mathrm{guess}(z) \| \mathrm{model}(z \mid x, y))",
            left=left,
            of="",
            only=VARIATIONAL,
            how=("the evidence in two parts",),
        )
        for left in (r"\log \mathrm{model}(x \mid y)", r"\log \mathrm{model}(x)")
    ),
    row(
        "probability.kl_divergence",
        r"-\sum_z \mathrm{guess}(z) \log \frac{\mathrm{model}(z \mid x, y)}{\mathrm{guess}(z)}",
        r"\sum_z \mathrm{guess}(z) \log \frac{\mathrm{guess}(z)}{\mathrm{model}(z \mid x, y)}",
        left=r"\mathrm{divergence}(q \| p)",
        of="",
        only=VARIATIONAL,
        how=("from a posterior",),
    ),
]

_MEAN, _STD = r"\mathrm{mean}", r"\mathrm{std}"
_NEGATIVE = rf"1 + \log {_STD}_j^2 - {_MEAN}_j^2 - {_STD}_j^2"
_POSITIVE = rf"{_MEAN}_j^2 + {_STD}_j^2 - \log {_STD}_j^2 - 1"
_FROM_ONE = r"\mathrm{divergence}(X \| Y)"
_BETWEEN = r"\mathrm{divergence}(\mathrm{normal}(a, R) \| \mathrm{normal}(b, S))"


def _quadratic(size: str, ratio: tuple[str, str], first: str, second: str) -> str:
    rest = rf"({first}-{second})^{{\top}} S^{{-1}} ({first}-{second})"
    return rf"\frac{{1}}{{2}} (\log \frac{{{ratio[0]}}}{{{ratio[1]}}} - {size} + \mathrm{{tr}}(S^{{-1}} R) + {rest})"


_BY_LOGARITHM = (
    rf"-\frac{{1}}{{2}} \sum_j (1 + x_j - {_MEAN}_j^2 - e^{{x_j}})",
    rf"\frac{{1}}{{2}} \sum_j ({_MEAN}_j^2 + e^{{x_j}} - x_j - 1)",
)
_DOUBLED = (  # log σ² as 2 log σ
    rf"-\frac{{1}}{{2}} \sum_j (1 + 2 \log {_STD}_j - {_MEAN}_j^2 - {_STD}_j^2)",
    rf"\frac{{1}}{{2}} \sum_j ({_MEAN}_j^2 + {_STD}_j^2 - 2 \log {_STD}_j - 1)",
    rf"\sum_j (\frac{{1}}{{2}} ({_MEAN}_j^2 + {_STD}_j^2 - 1) - \log {_STD}_j)",
)
_ALONE = (
    rf"-\frac{{1}}{{2}} \sum_j ({_NEGATIVE})",
    rf"\frac{{1}}{{2}} \sum_j ({_POSITIVE})",
    rf"\frac{{1}}{{2}} ({_POSITIVE.replace('_j', '')})",
    rf"-\frac{{1}}{{2}} ({_NEGATIVE.replace('_j', '')})",
    *_BY_LOGARITHM,
    *_DOUBLED,
)

GAUSSIANS = [
    *(
        row("vae.kl", *_ALONE, left=left, of="", only=VARIATIONAL + r"|\bkl\b|kullback|散度", how=("by its name",))
        for left in (r"\mathrm{diverging}", r"\mathrm{divergent}", r"\mathrm{divergence}(x, y)")
    ),
    row(
        "vae.kl",
        rf"\frac{{1}}{{2}} \sum_j ({_NEGATIVE})",
        rf"\frac{{1}}{{2}} \sum_j (1 + x_j - {_MEAN}_j^2 - e^{{x_j}})",
        rf"\frac{{1}}{{2}} ({_NEGATIVE.replace('_j', '')})",
        left=r"\mathrm{divergent}",
        of="",
        only=VARIATIONAL,
        how=("to be made large",),
        aside=True,
    ),
    row(
        "vae.kl",
        rf"-\frac{{1}}{{2}} \sum_j ({_NEGATIVE})",
        rf"\frac{{1}}{{2}} \sum_j ({_POSITIVE})",
        rf"\frac{{1}}{{2}} ({_POSITIVE.replace('_j', '')})",
        rf"-\frac{{1}}{{2}} ({_NEGATIVE.replace('_j', '')})",
        left=_FROM_ONE,
        of="",
        how=("from its distributions",),
    ),
    row(
        "vae.kl",
        rf"\frac{{1}}{{2}} \sum_j ({_NEGATIVE})",
        left=rf"-{_FROM_ONE}",
        of="",
        how=("its negative",),
    ),
    row(
        "vae.kl_of_gaussians",
        *(
            _quadratic("d", (f"{bar}S{end}", f"{bar}R{end}"), *means)
            for bar, end in (("|", "|"), (r"\det(", ")"), (r"\det ", ""))
            for means in ("ab", "ba")
        ),
        left=_BETWEEN,
        of="",
        how=("of several dimensions",),
    ),
    *(
        row(
            "vae.kl_of_gaussians",
            r"\log \frac{s}{r} + \frac{r^2 + (a-b)^2}{2 s^2} - \frac{1}{2}",
            left=left,
            of="",
            how=("from its distributions",),
        )
        for left in (_FROM_ONE, r"\mathrm{divergence}(x, y)")
    ),
    row(
        "vae.reparameterization",
        rf"{_MEAN} + {_STD} \odot \mathrm{{drawn}}_l",
        rf"{_MEAN} + {_STD} \mathrm{{drawn}}_l",
        left="y_l",
        of="",
        only=VARIATIONAL + "|reparam|重参数",
    ),
]

_MADE = r"\mathrm{critic}(\mathrm{maker}(z))"
_GIVEN_MADE = r"\mathrm{critic}(\mathrm{maker}(z \mid y))"
_BOTH_MADE = r"\mathrm{critic}(\mathrm{maker}(z \mid y) \mid y)"
_REAL, _GIVEN_REAL = r"\mathrm{critic}(x)", r"\mathrm{critic}(x \mid y)"
_OTHER = r"\mathrm{critic}(y)"
_GENUINE = r"\mathrm{critic}(\mathrm{genuine})"
_GAMES = ("y", r"\min_G \max_D y", r"\max_D y")
_PAIRS = (
    (_REAL, _MADE),
    (_REAL, _REAL),
    (_REAL, _OTHER),
    (_GIVEN_REAL, _GIVEN_MADE),
    (_GIVEN_REAL, _BOTH_MADE),
)


def _played(real: str, made: str, first: str = "+", second: str = "+", scale: str = "") -> str:
    lead = "-" if first == "-" else ""
    return rf"{lead}{scale}{_E}({real}) {second} {scale}{_E}({made})"


def _logarithms(first: str = "+", second: str = "+", scale: str = "") -> tuple[str, ...]:
    return tuple(_played(rf"\log {r}", rf"\log(1-{g})", first, second, scale) for r, g in _PAIRS)


_HALF = r"\frac{1}{2} "
_SLOPE = rf"c {_E}((\|\nabla {_REAL}\| - 1)^2)"
ADVERSARIAL = [
    *(row("gan.objective", *_logarithms(), left=left, of="", only=GAN, how=("in expectation",)) for left in _GAMES),
    row(
        "gan.objective",
        *_logarithms("-", "-"),
        *_logarithms("-", "-", _HALF),
        of="",
        only=GAN,
        variant="loss",
        how=("in expectation",),
    ),
    *(
        row("gan.generator_loss", *rights, left=left, of="", only=GAN, variant=variant, how=("in expectation",))
        for left in (r"\mathrm{lost}", r"\min_G y")
        for variant, rights in (
            ("", (rf"-{_E}(\log {_MADE})", rf"-{_HALF}{_E}(\log {_MADE})")),
            ("saturating", (rf"{_E}(\log(1-{_MADE}))",)),
        )
    ),
    *(
        row(
            "gan.wasserstein_critic",
            *(_played(r, g, "+", "-") for r, g in _PAIRS),
            left=left,
            of="",
            only=WASSERSTEIN,
            variant="objective",
            how=("in expectation",),
        )
        for left in _GAMES
    ),
    row(
        "gan.wasserstein_critic",
        *(_played(g, r, "+", "-") for r, g in _PAIRS),
        of="",
        only=WASSERSTEIN,
        how=("in expectation",),
    ),
    row(
        "gan.wasserstein_critic",
        *(rf"{_played(g, r, '+', '-')} + {_SLOPE}" for r, g in _PAIRS[:3]),
        rf"{_played(_OTHER, _REAL, '+', '-')} + c {_E}((\|\nabla \mathrm{{critic}}(z)\| - 1)^2)",
        rf"{_played(_MADE, _REAL, '+', '-')} + c {_E}((\|\nabla {_OTHER}\| - 1)^2)",
        of="",
        only=WASSERSTEIN,
        how=("gradient penalty",),
    ),
    row(
        "gan.wasserstein_critic",
        rf"{_played(_REAL, _MADE, '+', '-')} - {_SLOPE}",
        rf"{_played(_GENUINE, _OTHER, '+', '-')} - c {_E}((\|\nabla \mathrm{{critic}}(z)\| - 1)^2)",
        rf"{_played(_REAL, _MADE, '+', '-')} - c {_E}((\|\nabla {_OTHER}\| - 1)^2)",
        of="",
        only=WASSERSTEIN,
        variant="objective",
        how=("gradient penalty",),
    ),
    row("generative.gradient_penalty", _SLOPE, of="", only=WASSERSTEIN + "|penalty|惩罚", how=("in expectation",)),
    row(
        "gan.wasserstein_critic",
        rf"\sup_{{\|f\| \le 1}} {_E}({_REAL}) - {_E}({_REAL})",
        rf"\sup_{{\|f\| \le 1}} {_E}({_REAL}) - {_E}({_OTHER})",
        rf"\max_{{\|f\| \le 1}} {_E}({_REAL}) - {_E}({_REAL})",
        of="",
        only=WASSERSTEIN,
        how=("the greatest",),
    ),
    row(
        "gan.wasserstein_critic",
        rf"\inf_g {_E}(\|x-y\|)",
        of="",
        only=WASSERSTEIN,
        how=("the cheapest transport",),
    ),
    *(
        row(
            "generative.least_squares_critic",
            rf"{h}{_E}(({_REAL}-1)^2) + {h}{_E}({_MADE}^2)",
            rf"{h}{_E}(({_REAL}-1)^2) + {h}{_E}(({_MADE}+1)^2)",
            rf"{h}{_E}(({_REAL}-b)^2) + {h}{_E}(({_MADE}-a)^2)",
            left=left,
            of="",
            only=GAN,
            how=("in expectation",),
        )
        for left in ("y", r"\min_D y")
        for h in ("", _HALF)
    ),
    *(
        row(
            "generative.least_squares_generator",
            rf"{h}{_E}(({_MADE}-1)^2)",
            rf"{h}{_E}(({_MADE}-c)^2)",
            left=left,
            of="",
            only=r"least.squares|lsgan|最小二乘",
            how=("in expectation",),
        )
        for left in ("y", r"\min_G y")
        for h in ("", _HALF)
    ),
]

_KEEP, _KEPT, _SPREAD, _NOISE, _DEV = (rf"\mathrm{{{n}}}" for n in ("keep", "kept", "spread", "drawn", "std"))
_FORWARD, _BACK = r"\mathrm{guess}", r"\mathrm{model}"


def _start(kept: str) -> str:
    return rf"\frac{{x_t - \sqrt{{1-{kept}_t}} {_NOISE}}}{{\sqrt{{{kept}_t}}}}"


def _implicit(kept: str) -> tuple[str, ...]:
    """A step of DDIM with the start predicted beside or inside, with noise or without."""
    return tuple(
        rf"\sqrt{{{kept}_{{t-1}}}} {start} + {rest}"
        for start in ("y", f"({_start(kept)})")
        for rest in (
            rf"\sqrt{{1-{kept}_{{t-1}}-{_DEV}_t^2}} {_NOISE} + {_DEV}_t z",
            rf"\sqrt{{1-{kept}_{{t-1}}}} {_NOISE}",
        )
    )


def _normal(mean: str, variance: str, of: str = "x_t") -> tuple[str, ...]:
    return tuple(rf"\mathrm{{normal}}({of}; {mean}, {v})" for v in (variance, rf"{variance} S"))


_LESS = rf"\frac{{1}}{{\sqrt{{{_KEEP}_t}}}}"
_TAKEN = (rf"\frac{{{_SPREAD}_t}}{{\sqrt{{1-{_KEPT}_t}}}}", rf"\frac{{1-{_KEEP}_t}}{{\sqrt{{1-{_KEPT}_t}}}}")
_NOISED = rf"\sqrt{{{_KEPT}_t}} x_0 + \sqrt{{1-{_KEPT}_t}} {_NOISE}"
_STEADY = (f"{_BACK}(x_{{t-1}} \\mid x_t)", f"{_FORWARD}(x_{{t-1}} \\mid x_t, x_0)")
_INPUTS = ("x_t, t", "z_t, t", "x_t", "x_t, t, c", "z_t, t, c", f"{_NOISED}, t")
_GUESSES = tuple(rf"\mathrm{{predictor}}({i})" for i in _INPUTS)

_LED_NOISE, _FREE_NOISE = r"\mathrm{guided}", r"\mathrm{unguided}"
_POINTED = r"\mathrm{map}(x_t, t)"

DIFFUSED = [
    row(
        "diffusion.forward_step",
        *_normal(rf"\sqrt{{1-{_SPREAD}_t}} x_{{t-1}}", rf"{_SPREAD}_t"),
        *_normal(rf"\sqrt{{{_KEEP}_t}} x_{{t-1}}", rf"(1-{_KEEP}_t)"),
        *_normal(rf"\sqrt{{{_KEEP}_t}} x_{{t-1}}", rf"{_SPREAD}_t"),
        left=rf"{_FORWARD}(x_t \mid x_{{t-1}})",
        of="",
        only=DIFFUSION,
        how=("as a distribution",),
    ),
    row(
        "diffusion.forward_step",
        rf"\sqrt{{{_KEEP}_t}} x_{{t-1}} + \sqrt{{1-{_KEEP}_t}} {_NOISE}",
        rf"\sqrt{{1-{_SPREAD}_t}} x_{{t-1}} + \sqrt{{{_SPREAD}_t}} {_NOISE}",
        rf"\sqrt{{{_KEEP}_t}} x_{{t-1}} + \sqrt{{{_SPREAD}_t}} {_NOISE}",
        left="x_t",
        of="",
        only=DIFFUSION,
    ),
    row(
        "diffusion.forward",
        *_normal(rf"\sqrt{{{_KEPT}_t}} x_0", rf"(1-{_KEPT}_t)"),
        left=rf"{_FORWARD}(x_t \mid x_0)",
        of="",
        only=DIFFUSION,
        how=("as a distribution",),
    ),
    row(
        "diffusion.forward",
        *_normal(rf"\sqrt{{{_KEEP}_t}} x_0", rf"(1-{_KEEP}_t)"),
        left=rf"{_FORWARD}(x_t \mid x_0)",
        of="",
        only=IMPLICIT,
        how=("as a distribution", "α is the product"),
    ),
    row("diffusion.forward", _NOISED, left=r"\mathrm{map}_t(x_0, e)", of="", only=DIFFUSION),
    row("diffusion.forward", _NOISED, left=rf"\mathrm{{map}}(x_0, {_NOISE})", of="", only=DIFFUSION),
    row("diffusion.forward", _NOISED, left=r"\mathrm{map}(x_0, t)", of="", only=DIFFUSION),
    row(
        "diffusion.forward_step",
        rf"\prod_t {_FORWARD}(x_t \mid x_{{t-1}})",
        left=rf"{_FORWARD}(z_{{1:T}} \mid x_0)",
        of="",
        only=DIFFUSION,
        how=("all steps",),
    ),
    row(
        "diffusion.reverse_step",
        rf"{_BACK}(x_T) \prod_t {_BACK}(x_{{t-1}} \mid x_t)",
        left=rf"{_BACK}(z_{{0:T}})",
        of="",
        only=DIFFUSION,
        how=("all steps",),
    ),
    row(
        "diffusion.reverse_step",
        r"\mathrm{normal}(x_{t-1}; \mathrm{map}(x_t, t), X)",
        left=_STEADY[0],
        of="",
        only=DIFFUSION,
        how=("as a distribution",),
    ),
    row(
        "diffusion.reverse_step",
        r"\mathrm{normal}(x_{t-1}; \mathrm{map}(x_t, x_0), X)",
        left=_STEADY[1],
        of="",
        only=DIFFUSION,
        how=("as a distribution",),
    ),
    row(
        "diffusion.posterior_mean",
        rf"\frac{{\sqrt{{{_KEPT}_{{t-1}}}} {_SPREAD}_t}}{{1-{_KEPT}_t}} x_0"
        rf" + \frac{{\sqrt{{{_KEEP}_t}} (1-{_KEPT}_{{t-1}})}}{{1-{_KEPT}_t}} x_t",
        of="",
        only=DIFFUSION,
    ),
    row(
        "diffusion.posterior_variance",
        rf"\frac{{1-{_KEPT}_{{t-1}}}}{{1-{_KEPT}_t}} {_SPREAD}_t",
        left=rf"{_DEV}_t^2",
        of="",
        only=DIFFUSION,
    ),
    row(
        "diffusion.reverse_mean",
        *(rf"{_LESS} (x_t - {taken} {_NOISE})" for taken in _TAKEN),
        of="",
        only=DIFFUSION,
        how=("the noise of a network",),
    ),
    row(
        "diffusion.reverse_step",
        *(
            rf"{_LESS} (x_t - {taken} {_NOISE}) + {s} z"
            for taken in _TAKEN
            for s in (rf"{_DEV}_t", rf"\sqrt{{{_SPREAD}_t}}", r"\sqrt{\mathrm{steady}_t}")
        ),
        left="x_{t-1}",
        of="",
        only=DIFFUSION,
        how=("the noise of a network",),
    ),
    row(
        "diffusion.predicted_start",
        rf"\frac{{1}}{{\sqrt{{{_KEPT}_t}}}} (x_t - \sqrt{{1-{_KEPT}_t}} {_NOISE})",
        of="",
        only=DIFFUSION,
        how=("the noise of a network",),
    ),
    row(
        "diffusion.simple_loss",
        *(rf"{_E}(\|{_NOISE} - {g}\|^2)" for g in _GUESSES),
        *(rf"{_E}(\|{g} - {_NOISE}\|^2)" for g in _GUESSES),
        of="",
        names="simple",
        about=DIFFUSION,
        how=("in expectation",),
    ),
    row("diffusion.ddim_step", *_implicit(_KEPT), left="x_{t-1}", of="", only=DIFFUSION),
    row(
        "diffusion.ddim_step",
        *_implicit(_KEEP),
        left="x_{t-1}",
        of="",
        only=IMPLICIT,
        how=("α is the product",),
    ),
    row(
        "diffusion.ddim_step",
        rf"c \sqrt{{\frac{{1-{_KEPT}_{{t-1}}}}{{1-{_KEPT}_t}}}} \sqrt{{1-\frac{{{_KEPT}_t}}{{{_KEPT}_{{t-1}}}}}}",
        left=rf"{_DEV}_t",
        of="",
        only=IMPLICIT,
        how=("its noise",),
    ),
    *(
        row(
            "diffusion.predicted_start",
            rf"-\frac{{x_t - \sqrt{{{_KEPT}_t}} x_0}}{{1-{_KEPT}_t}}",
            rf"-\frac{{{_NOISE}}}{{\sqrt{{1-{_KEPT}_t}}}}",
            left=left,
            of="",
            only=DIFFUSION,
            how=("as a score",),
        )
        for left in (
            rf"\nabla \log {_FORWARD}(x_t \mid x_0)",
            r"\nabla \log \mathrm{model}(x_t)",
            r"\nabla \log \mathrm{guess}(x_t)",
            r"\mathrm{map}(x_t, t)",
        )
    ),
    row(
        "diffusion.simple_loss",
        rf"{_E}(\|{_POINTED} - \nabla \log {_FORWARD}(x_t \mid x_0)\|^2)",
        of="",
        only=DIFFUSION,
        how=("as a score",),
    ),
    *(
        row(
            "diffusion.langevin_step",
            rf"x_{step} + \frac{{c}}{{2}} \nabla \log {_BACK}(x_{step}) + \sqrt{{c}} z_{step}",
            rf"x_{step} + c \nabla \log {_BACK}(x_{step}) + \sqrt{{2 c}} z_{step}",
            rf"x_{step} + \frac{{c}}{{2}} \mathrm{{scored}}(x_{step}) + \sqrt{{c}} z_{step}",
            rf"x_{step} + c \mathrm{{scored}}(x_{step}) + \sqrt{{2 c}} z_{step}",
            left=f"x_{{{step}+1}}",
            of="",
            only=r"langevin|朗之万|score",
            how=("by a score",),
        )
        for step in "tik"
    ),
    row(
        "generative.gradient_penalty",
        r"c x + (1-c) y",
        left=r"\mathrm{cand}",
        of="",
        only=WASSERSTEIN,
        how=("where it is taken",),
    ),
    row(
        "gan.objective",
        r"-\log 4 + 2 \mathrm{shared}(p \| q)",
        r"2 \mathrm{shared}(p \| q) - 2 \log 2",
        of="",
        only=GAN,
        how=("at its best",),
    ),
    row(
        "probability.js_divergence",
        r"\frac{1}{2} \mathrm{divergence}(p \| z) + \frac{1}{2} \mathrm{divergence}(q \| z)",
        r"\frac{1}{2} \mathrm{divergence}(p \| \frac{p + q}{2}) + \frac{1}{2} \mathrm{divergence}(q \| \frac{p + q}{2})",
        left=r"\mathrm{shared}(p \| q)",
        of="",
        how=("of distributions",),
    ),
    row(
        "diffusion.posterior_mean_by_score",
        *(
            rf"x + {scale} {score}"
            for scale in (rf"{_DEV}^2", r"\Sigma")
            for score in (r"\nabla \log \mathrm{model}(x)", r"\mathrm{scored}(x)")
        ),
        left=r"\mathrm{E}(z \mid x)",
        of="",
        only=r"tweedie|score|得分|denois|去噪",
        how=("of one sample",),
    ),
    *(
        row(
            formula,
            *(
                rf"({drift} - {share} {spread}^2 \nabla \log \mathrm{{model}}(x)) \mathrm{{dt}}{noise}"
                for drift in ("X",)
                for spread in (r"g t", "g", r"\mathrm{map}(t)")
                for noise in noises
            ),
            left=r"\mathrm{dx}",
            of="",
            only=r"\bsde|stochastic differential|随机微分|\bode\b|概率流|score|得分",
            how=("of densities",),
        )
        for formula, share, noises in (
            ("sampling.reverse_drift", "", (r" + \mathrm{map}(t) d z", r" + g d z", r" + g t d z")),
            ("sampling.probability_flow", r"\frac{1}{2}", ("",)),
        )
    ),
    row(
        "sampling.denoising_score_loss",
        *(
            rf"{scale}{_E}(\|{score} {residual}\|^2)"
            for scale in ("", _HALF)
            for score in (r"\mathrm{scored}(\mathrm{cand})", r"\mathrm{scored}(\mathrm{cand}, X)")
            for residual in (
                rf"+ \frac{{\mathrm{{cand}} - z}}{{{_DEV}^2}}",
                rf"- \frac{{z - \mathrm{{cand}}}}{{{_DEV}^2}}",
                rf"- \nabla \log {_FORWARD}(\mathrm{{cand}} \mid z)",
                rf"+ \frac{{z}}{{{_DEV}}}",
            )
        ),
        of="",
        only=r"score|得分|denois|去噪",
        how=("of one sample",),
    ),
    row(
        "diffusion.langevin_step",
        *(rf"x_t + \frac{{{rate}}}{{2}} \nabla \log {_BACK}(x_t) + z_t" for rate in ("c", "c_t")),
        left="x_{t+1}",
        of="",
        only=r"langevin|朗之万|\bsgld",
        how=("noise of its own width",),
    ),
    row(
        "diffusion.gaussian_score",
        rf"-\frac{{x - z}}{{{_DEV}^2}}",
        rf"\frac{{z - x}}{{{_DEV}^2}}",
        left=rf"\nabla \log {_FORWARD}(x \mid z)",
        of="",
        only=r"score|得分|denois|去噪",
        how=("of one sample",),
    ),
    row(
        "diffusion.guidance",
        rf"{_NOISE} - \sqrt{{1-{_KEPT}_t}} \nabla \log {_BACK}(y \mid x_t)",
        rf"{_NOISE} - \sqrt{{1-{_KEPT}_t}} w \nabla \log {_BACK}(y \mid x_t)",
        left=r"\mathrm{map}(x_t)",
        of="",
        only=GUIDED,
        how=("by a classifier",),
    ),
    row(
        "diffusion.guidance",
        rf"\nabla \log {_BACK}(x) + \nabla \log {_BACK}(y \mid x)",
        rf"\nabla \log {_BACK}(x) + w \nabla \log {_BACK}(y \mid x)",
        left=rf"\nabla \log {_BACK}(x \mid y)",
        of="",
        only=DIFFUSION + "|guid|引导",
        how=("by a classifier",),
    ),
    row(
        "generative.optimal_discriminator",
        r"\frac{\mathrm{real}}{\mathrm{real} + b}",
        left=r"\mathrm{critic}(x)",
        of="",
        only=GAN,
        how=("of densities",),
    ),
    row(
        "diffusion.guidance",
        rf"{_FREE_NOISE} + w ({_LED_NOISE} - {_FREE_NOISE})",
        rf"{_LED_NOISE} + w ({_LED_NOISE} - {_FREE_NOISE})",
        rf"(1+w) {_LED_NOISE} - w {_FREE_NOISE}",
        rf"w {_LED_NOISE} + (1-w) {_FREE_NOISE}",
        left=r"\mathrm{noised}",
        of="",
        only=GUIDED,
        how=("by function values",),
    ),
]

ROWS: tuple[Row, ...] = tuple(BOUNDS + GAUSSIANS + ADVERSARIAL + DIFFUSED)

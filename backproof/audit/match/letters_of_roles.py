"""What the names in patterns may stand for: letters by the roles that they usually play. Data only.

How patterns are written and matched says ``unify``.
"""

from __future__ import annotations

from ..notation.tables import words
from .values import ACTIVATIONS

ANY = {"X", "Y", "Z"}
SIZES = {"m", "n", "d"}
PRIMED = {"s", "a", "held", "stored"}  # whose primes mean the next of what they stand for
FUNCTIONS = {"f", "g"}  # activations, or letters for them
MAPS = {"map"}  # any function of no meaning of its own
INDICES = {"i", "j", "k", "l", "t"}
PARTS = words(
    """
    sigma sigmoid tanh relu exp log softmax sin cos max min erf sum sinh cosh nabla partial det tr argmax argmin
    gelu silu softplus sign sqrt d log_softmax logsoftmax Concat concat LN BN diag LeakyReLU leakyrelu elu ELU Var
    Cov
    """
)  # functions of a meaning of their own
ACTING = ACTIVATIONS | {"sigmoid", "func", "activate", "nonlinearity", "rho"}
ROLES: dict[str, set[str]] = {
    "mean": {"mu", "m", "u", "E", "mean", "Mean", "avg", "average", "M"},
    "std": {"sigma", "s", "std", "delta", "S", "Std"},
    "var": {"Var", "var", "v", "V", "variance", "D"},
    "eps": {"epsilon", "eps", "e", "xi", "delta", "varepsilon", "ε"},
    "gain": {"gamma", "g", "alpha", "a", "w", "weight", "G", "scale", "gain", "y"},
    "shift": {"beta", "b", "bias", "B", "shift", "y"},
    "slope": {"alpha", "a", "lambda", "gamma", "beta", "A", "k", "slope", "p", "leak", "epsilon", "negative_slope", "weight"},
    "gate": {"f", "i", "o", "z", "r", "u", "F", "I", "O", "Z", "R", "U", "Gamma", "g", "G"},
    "query": {"q", "Q", "query", "Query", "s", "h", "f", "x", "z", "a", "i"},
    "key": {"k", "K", "key", "Key", "h", "f", "x", "s", "b", "e", "v", "z", "y", "j"},
    "scale": {"sigma", "tau", "alpha", "scale", "s", "c"},
    "loss": {"L", "J", "E", "l", "ell", "C", "loss", "Loss"},
    "losses": {"L", "J", "E", "l", "ell", "C", "loss", "Loss"},
    "token": {"q", "k", "v", "Q", "K", "V"},
    "asked": {"q", "Q", "query", "Query"},
    "keyed": {"k", "K", "key", "Key"},
    "valued": {"v", "V", "value", "Value"},
    "input": {"x", "X", "e"},
    "state": {"h", "H", "s", "S", "a"},
    "sum": {"z", "Z", "a", "net", "u"},
    "before": {"s", "S"},  # a state that no gate is named beside
    "layered": {"a", "A", "h", "H", "y", "Y", "o", "O", "z", "Z", "x", "X", "out"},
    "predicted": {"y", "Y"},
    "memory": {"c"},
    "costing": {"l", "ell", "L", "loss"},  # no E, which may be an error itself
    "gradient": {"g", "grad", "G"},
    "buffer": {"b", "buf"},
    "damping": {"tau", "dampening"},
    "step": {"u", "Delta", "d"},
    "hits": {"TP", "tp"},
    "alarms": {"FP", "fp"},
    "misses": {"FN", "fn"},
    "passes": {"TN", "tn"},
    "forgetting": {"f"},
    "admitting": {"i"},
    "emitting": {"o"},
    "fresh": {"g"},
    "renewed": {"n"},
    "resetting": {"r"},
    "updating": {"z", "u"},
    "held": {"h", "s"},
    "stored": {"c"},
    "deviation": {"sigma"},
    "average": {"mu"},
    "velocity": {"v", "V", "m", "u"},
    "margin": {"Delta", "m", "margin", "delta", "alpha", "epsilon", "gamma", "M"},
    "counted": {"n", "m", "N", "M"},  # all samples, not those of a batch
    "penalty": {"lambda", "alpha", "beta", "mu", "gamma", "C", "c", "rho", "kappa"},
    "decay": {"beta", "gamma", "mu", "rho", "alpha", "lambda", "tau", "m", "decay"},
    "rate": {"alpha", "eta", "lr", "epsilon", "gamma", "lambda", "rho"},
    "differential": {"d"},
    "reset": {"r", "R"},
    "update": {"z", "Z", "u"},
    "perplexity": set(),  # by its word
    "back": set(),  # by its arrow
    "cand": set(),  # by its tilde
    "keep": {"alpha"},  # of a diffusion step; its letter bare
    "kept": {"alpha"},  # the product of those so far, by its bar
    "spread": {"beta"},
    "genuine": {"x"},  # a sample of the data, where made ones bear an accent
    "steady": {"beta"},  # of the posterior
    "drawn": {"epsilon"},
    "noised": {"epsilon"},
    "guided": {"epsilon"},  # a prediction under a condition
    "unguided": {"epsilon"},  # one without
    "real": {"p", "P"},  # the density of the data, by its script
    "transition": {"a", "A", "p", "P"},
    "width": {"Sigma", "sigma", "S", "Lambda"},
    "unscripted": set(),  # by being a bare letter
    "lost": {"L", "J", "loss", "Loss", "NELBO"},
    "bounding": {"L", "J", "B", "ELBO", "elbo", "Elbo"},
    "energy": {"F"},  # free energy: of either sign
    "termed": {"tf", "TF"},
    "rarity": {"idf", "IDF"},
    "purity": {"G", "Gini", "gini"},
    "error": {"e", "epsilon", "err"},
    "sample": {"x", "X", "y"},
    "centre": {"mu", "c", "m", "C"},
    "clusters": {"K", "k"},
    "uniform": {"u", "U"},
    "uncertainty": {"H", "L", "ell", "CE"},
    "surprise": {"delta", "A", "e", "D"},
    "objective": {"J", "eta", "rho", "R", "V", "U"},
    "criterion": {"L", "ell", "loss"},
    "total": {"r", "R"},
    "paid": {"r", "R"},
    "last": {"r", "R", "delta"},
    "act": {"a", "A", "u", "o", "y", "c"},
    "trace": {"lambda"},
    "lead": {"A"},
    "target": {"y", "Y", "target"},
    "done": {"d", "done"},
    "discount": {"gamma"},
    "reward": {"r", "R"},
    "return": {"G", "R", "U"},
    "credit": {"Q", "q", "A", "G", "R", "r", "delta", "Psi", "Phi"},
    "baseline": {"b", "V", "v"},
    "preferred": {"y", "w", "chosen", "r", "s", "z", "A", "c"},  # by its script
    "rejected": {"y", "l", "rejected", "r", "s", "z", "B", "c"},  # by its script
    "coefficient": {"w", "W", "theta", "Theta", "beta", "b", "a", "x", "c", "phi", "B"},
    "unit": {"I", "E"},  # the matrix
    "design": {"X", "A", "Phi", "Z", "x", "H", "M"},
    "aim": {"y", "Y", "t", "T", "b", "z", "Z"},
    "separation": {"b"},
    "cohesion": {"a"},
    "gained": {"DCG", "dcg"},
    "ideal": {"IDCG", "iDCG", "idcg"},
    "rank": {"rank", "r", "R", "Rank"},
    "precise": {"AP", "AveP", "AvgP", "ap"},
    "relevance": {"rel", "r", "R", "g"},
    "residual": {"SS", "RSS", "SSE"},  # by its script, or its word
    "totals": {"SS", "TSS", "SST"},  # by its script, or its word
    "multiplier": {"alpha", "a", "lambda", "mu"},
    "label": {"y", "t", "d"},
    "slack": {"xi", "epsilon", "zeta"},
    "cost": {"C", "c", "lambda"},
    "spectrum": {"lambda", "s", "sigma", "e", "d"},
    "singular": {"sigma", "s", "d"},
    "degrees": {"D"},
    "joined": {"A", "W", "S"},  # which nodes of a graph are
    "jacobian": {"J"},
    "hessian": {"H", "B"},
    "share": {"alpha", "lambda", "beta", "w"},
    "fold": {"MSE", "Err", "err", "E", "e", "error", "L", "Error", "loss", "score"},
    "validated": {"CV", "Err", "E", "error", "score"},
    "entropic": {"alpha", "tau", "beta", "lambda"},
    "standard": {"x", "X", "z", "h", "a", "y", "u"},  # normalised, by its hat
    "gram": {"K", "G", "Sigma"},
    "informed": {"H", "h", "S", "Ent", "entropy"},
    "laplacian": {"L", "Delta"},
    "diverging": {"D", "d"},  # a divergence by its script, or its word
    "divergent": {"L", "ell", "J"},  # a loss of which one is a part, by its script: of either sign
    "overlap": {"IoU", "iou", "IOU"},
    "wider": {"GIoU", "giou", "GIOU"},
    "between": {"S", "Sigma", "B"},  # the scatter of classes, by its script
    "within": {"S", "Sigma", "W"},
    "padded": {"p", "P", "padding", "pad"},
    "param": {"W", "w", "U", "V", "theta", "Theta", "omega", "phi", "Phi", "v"},
}  # fmt: skip
ACCENTED: dict[str, tuple[str, ...]] = {
    "keep": (),
    "kept": ("bar",),
    "spread": (),
    "steady": ("tilde",),
    "genuine": (),
    "drawn": (),
    "standard": ("hat",),
}  # accents that a role has
CALLED: dict[str, set[str]] = {
    "model": {"p", "P", "Pr", "f"},
    "guess": {"q", "Q"},
    "normal": {"N", "mathcal{N}"},
    "critic": {"D", "f", "C"},
    "maker": {"G", "g"},
    "predictor": {"epsilon"},
    "component": {"N", "mathcal{N}", "phi", "p", "P", "f"},
    "divergence": {"D", "KL", "DKL", "D_KL", "kl"},
    "impurity": {"H", "Ent", "Entropy", "Info", "Gini", "gini", "I", "E", "entropy"},
    "scored": {"s"},
    "target": {"f", "y"},
    "weak": {"h", "G", "g"},
    "shifting": {"t", "b", "mu", "m", "T"},
    "shared": {"JS", "JSD", "D", "D_JS"},
    "gaining": {"Gain", "gain", "IG", "g", "InfoGain", "G", "InformationGain"},
    "splitting": {"IV", "SplitInfo", "SplitInformation", "H", "HA", "IntrinsicValue", "SI"},
    "ginis": {"Gini", "Gini_index", "GiniIndex", "gini", "GINI"},
    "indicator": {"I", "mathbb{I}", "1", "mathbf{1}", "mathbb{1}"},
}  # functions that go by some names, whatever their scripts
# and those that are one function throughout, as ``called`` writes them: the role in a pattern, the letters in a note
ONE_FUNCTION: dict[str, set[str]] = {
    "expert": {"E", "e", "f", "FFN", "Expert", "expert"},
    "normed": {"LayerNorm", "LN", "RMSNorm", "Norm", "norm"},
    "value": {"V", "v", "U", "V_old", "v_old", "U_old"},
    "action": {"Q", "q", "Q_old", "q_old"},
    "online": {"Q", "q"},
    "slow": {"Q_old", "q_old"},
    "lead": {"A", "A_old"},
    "policy": {"pi", "mu", "p"},
    "former": {"pi_old", "mu_old", "p_old"},
    "chance": {"P", "p", "T", "Pr"},
}
CALLED |= ONE_FUNCTION
DIVERGENCES = {"kl", "kld", "dkl"}
SCATTERS = {"between": "b", "within": "w"}
ORDERED = {"transition"}  # whose indices tell from where to where
BETTER, WORSE = {"w", "+", "c", "chosen", "win", "p", "pos"}, {"l", "-", "r", "rejected", "lose", "n", "neg"}
SUMS_OF_SQUARES = {
    "residual": ({"RSS", "SSE"}, {"res", "resid", "residual", "residuals", "err", "error"}),
    "totals": ({"TSS", "SST"}, {"tot", "total"}),
}
# in a cell that no step is written of
UNTIMED = {"forgetting", "admitting", "emitting", "fresh", "renewed", "resetting", "updating", "held", "stored"}
LOOSE = {"penalty", "rate", "counted"}  # roles of numbers

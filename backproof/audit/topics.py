"""Words by which a text announces a system of formulas; a formula's own title counts too."""

from __future__ import annotations

import re
from functools import lru_cache

from backproof.lazy import pattern

from .specs import Spec

# first match wins for the longest id prefix; words are matched in small letters
WORDS: dict[str, tuple[str, ...]] = {
    "recurrent.rnn": ("rnn", "recurrent", "循环神经", "elman"),
    "recurrent.lstm": (
        "lstm",
        "long short",
        "长短期",
        "长短时",
        "forget gate",
        "遗忘门",
        "忘记门",
        "memory cell",
        "记忆细胞",
        "记忆元",
    ),
    "recurrent.gru": ("gru", "gated recurrent", "门控循环", "reset gate", "重置门", "update gate", "更新门"),
    "convolution": (
        "convol",
        "conv1d",
        "conv2d",
        "conv3d",
        "conv layer",
        "convnet",
        "deconv",
        "conv(",
        "cnn",
        "卷积",
        "pooling",
        "池化",
        "stride",
        "步长",
    ),
    "attention": ("attention", "注意力"),
    "transformer": (
        "transformer",
        "positional",
        "position encoding",
        "位置编码",
        "layer norm",
        "layernorm",
        "层归一化",
        "ffn",
    ),
    "dense": ("dense", "fully connected", "全连接", "mlp", "perceptron", "感知机", "linear layer", "affine"),
    "activation": ("activation", "激活函数", "sigmoid", "softmax", "relu", "gelu"),
    "decoding": ("decoding", "sampling", "temperature", "解码", "采样", "kv cache"),
    "gpt": ("gpt", "decoder-only"),
    "rl": (
        "reinforcement",
        "强化学习",
        "policy gradient",
        "策略梯度",
        "q-learning",
        "q learning",
        "temporal difference",
        "时序差分",
        "advantage",
        "优势函数",
        "ppo",
        "dpo",
        "rlhf",
    ),
    "finetuning": ("lora", "low-rank", "低秩", "distillation", "蒸馏"),
    "quantization": ("quantiz", "quantis", "量化"),
    "counts": ("parameter count", "number of parameters", "参数量", "参数个数", "flops", "计算量"),
    "counts.rnn": ("rnn", "recurrent layer", "循环层", "循环神经"),
    "counts.lstm": ("lstm", "长短期"),
    "counts.gru": ("gru", "门控循环"),
    "retrieval": ("tf-idf", "idf", "mutual information", "互信息", "ndcg", "dcg", "mrr"),
    "diffusion": ("diffusion", "扩散", "ddpm", "ddim", "denois", "去噪"),
    "gan": (" gan", "gans", "adversarial", "对抗", "discriminator", "判别器"),
    "generative": (" gan", "gans", "adversarial", "对抗", "discriminator", "判别器"),
    "vae": (" vae", "autoencoder", "自编码", "variational", "变分", "reparam", "重参数"),
    "boosting": ("boost", "xgb", "gbdt", "提升"),
    "clustering": (
        "k-means",
        "kmeans",
        "k 均值",
        "k均值",
        "cluster",
        "聚类",
        "mixture",
        "gmm",
        "混合",
        "em 算法",
        "em算法",
        "em algorithm",
    ),
    "hidden_markov": ("markov", "hmm", "马尔", "viterbi", "维特比"),
    "embedding_models": (
        "word2vec",
        "skip-gram",
        "cbow",
        "glove",
        "word vector",
        "词向量",
        "词嵌入",
        "跳元",
        "negative sampling",
        "负采样",
    ),
    "optimizer.adam": ("adabelief",),  # which has its moments and its step
    "trees": ("decision tree", "决策树", "gini", "基尼", "information gain", "信息增益"),
}

SHORT = 3  # letters of a part of an id that are too few to be a word of their own

# headings under which a formula may differ from the catalog's on purpose
OTHER_KINDS = pattern(
    r"bidirectional|双向|peephole|窥视|simplified|简化|minimal|variant|变体|变种|(?<!de)coupled|convlstm|tree-?lstm|hyper(?!plane|param)|linear attention|线性注意力|ascent|maximi[sz]|最大化|梯度上升|without|ablation|\bno \w+ gate|去掉|不含|type-\d|\bmup\b|μp|forget bias|"
    r"quasi|sru\b|indrnn|relative position|相对位置|wrong|incorrect|错误写法|\badan\b|\blion\b|\bnadam|\bradam|\blamb\b|\blars\b|adafactor|sophia|shampoo|\bqhm\b|quasi-hyperbolic|yogi|"
    r"renormali[sz]|r[ée]nyi|tsallis|collision entropy|generali[sz]ed|广义|off by one|(?<!information )(?<!boost )(?<!split )\bgain\b(?! ratio)|(?<!信息)增益(?![率比])|\bselu\b|gpt-2 init|"
    r"negamax|zero[- ]sum|two-player|零和|双人",
    re.IGNORECASE,
)


# where a quantity may be made from itself
IMPLICIT = pattern(r"implicit|fixed.point|equilibrium|\bDEQ\b|hopfield|settl|in.place|隐式|不动点|平衡", re.I)


def supported(spec: Spec, text: str) -> bool:
    """Whether the text speaks of the spec's system or formula."""
    known, lowered = _heard(text)
    found = known.get(spec)
    if found is None:
        found = known[spec] = any(word in lowered for word in announcing(spec))
    return found


@lru_cache(maxsize=64)
def _heard(text: str) -> tuple[dict[Spec, bool], str]:
    """What is known of a text so far, and the text in small letters."""
    return {}, text.casefold()


def announcing(spec: Spec) -> tuple[str, ...]:
    """The words by which a text announces a spec, in small letters."""
    prefix = spec.formula
    while prefix and prefix not in WORDS:
        prefix = prefix.rpartition(".")[0]
    own = tuple(part for part in spec.formula.split(".")[1:-1] if len(part) > SHORT)
    return spec.words + WORDS.get(prefix, ()) + own + tuple(t.casefold() for t in spec.title.values() if t)


def another_kind(text: str, spec: Spec | None = None) -> bool:
    """Whether the nearest heading announces a variant that the catalog does not hold; what the spec's own title says is none."""
    kinds = _other_kinds(text)
    own = [_spelt(t) for t in spec.title.values()] if spec is not None and kinds else []
    return any(not any(kind in title for title in own) for kind in kinds)


def _spelt(words: str) -> str:
    """In small letters, in the one spelling of two."""
    return words.casefold().replace("iz", "is")


@lru_cache(maxsize=64)
def _other_kinds(text: str) -> frozenset[str]:
    """The words in the nearest headings that tell of another formula than the usual one."""
    last = [line for line in text.splitlines() if line.strip()][-3:]
    headings = [line for line in last if line.startswith("#") or len(line) < 40]
    return frozenset(_spelt(found[0]) for line in headings for found in OTHER_KINDS.finditer(line))


def titled(spec: Spec, text: str) -> bool:
    """Whether the nearest heading is the spec's title, its number and what stands in brackets aside."""
    plain = _headed(text)
    return bool(plain) and not plain.isdisjoint(_titles(tuple(spec.title.values())))


@lru_cache(maxsize=64)
def _headed(text: str) -> frozenset[str]:
    """The nearest heading in its plain forms."""
    last = next((line for line in reversed(text.splitlines()) if line.startswith("# ")), "")
    return frozenset(_plain(_NUMBER.sub("", last[2:]))) if last else frozenset()


_NUMBER = pattern(r"^\s*(?:\d+(?:\.\d+)*|[IVX]+|[a-z]|[一二三四五六七八九十]+)[.)、：:\s]\s*")
_BRACKET = pattern(r"[（(]([^（()）]*)[)）]")


@lru_cache(maxsize=4096)
def _titles(titles: tuple[str, ...]) -> frozenset[str]:
    return frozenset(plain for title in titles for plain in _plain(title))


def _plain(text: str) -> tuple[str, ...]:
    """A heading in small letters, as it stands, without its brackets, and what stands in them."""
    bare = text.casefold().strip(" *_`#.:：。")
    inner = [part.strip() for part in _BRACKET.findall(bare)]
    outer = " ".join(_BRACKET.sub(" ", bare).split())
    return tuple(t for t in (bare, outer, *inner) if len(t) > 2)

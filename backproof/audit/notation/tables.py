"""What the commands, symbols and words of formulas mean: data only."""

from __future__ import annotations

GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu nu xi omicron "
    "pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma "
    "Upsilon Phi Psi Omega".split()
)

# Functions applied without brackets: \log x, sin x.
ELEMENTARY = frozenset(
    "exp log ln lg sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth arctanh artanh det dim ker deg "
    "rank tr Tr trace diag sign sgn vec Var Cov sigmoid softmax softplus relu ReLU erf".split()
)
BIG = {
    **{w: w for w in "sum prod int max min sup inf lim argmax argmin limsup liminf gcd Pr coprod".split()},
    **{"iint": "int", "iiint": "int", "oint": "int", "bigcup": "cup", "bigcap": "cap", "bigoplus": "oplus"},
    **{"bigotimes": "otimes", "bigodot": "odot", "bigvee": "vee", "bigwedge": "wedge", "bigsqcup": "sqcup"},
    **{"arg": "arg", "intop": "int", "biguplus": "uplus", "mathbbE": "E"},
}
# Big operators that are ordinary functions when a bracket follows.
BIG_FUNCTIONS = frozenset("max min sup inf argmax argmin gcd Pr arg limsup liminf lim".split())

RELATIONS = {
    **{
        "=": "=",
        "<": "<",
        ">": ">",
        ":=": ":=",
        "=:": "=:",
        "==": "==",
        "!=": "neq",
        "<=": "leq",
        ">=": "geq",
    },
    **{
        "->": "rightarrow",
        "-->": "rightarrow",
        "=>": "Rightarrow",
        "≔": ":=",
        "coloneqq": ":=",
        "lt": "<",
        "gt": ">",
    },
    **{
        "le": "leq",
        "leqslant": "leq",
        "leqq": "leq",
        "ge": "geq",
        "geqslant": "geq",
        "geqq": "geq",
        "ne": "neq",
    },
    **{"gets": "leftarrow", "to": "rightarrow", "longrightarrow": "rightarrow", "longleftarrow": "leftarrow"},
    **{"implies": "Rightarrow", "Longrightarrow": "Rightarrow", "iff": "Leftrightarrow", "eq": "="},
    **{
        "Longleftrightarrow": "Leftrightarrow",
        "longmapsto": "mapsto",
        "thickapprox": "approx",
        "thicksim": "sim",
    },
    **{
        "xrightarrow": "rightarrow",
        "xleftarrow": "leftarrow",
        "impliedby": "Leftarrow",
        "trianglelefteq": "leq",
    },
    **{
        w: w
        for w in "leq geq neq ll gg in ni notin subset subseteq supset supseteq equiv approx sim simeq cong propto "
        "doteq triangleq models parallel nparallel leftarrow rightarrow leftrightarrow Leftarrow Rightarrow "
        "Leftrightarrow mapsto hookrightarrow rightsquigarrow perp vdash vDash asymp lesssim gtrsim prec succ preceq "
        "succeq therefore because nsubseteq subsetneq supsetneq doteqdot leadsto nleq ngeq nless ngtr nsim curlyeqprec "
        "curlyeqsucc rightleftharpoons uparrow downarrow nearrow searrow Uparrow Downarrow stackreleq "
        "rightharpoonup leftharpoonup trianglelefteq lessgtr gtrless approxeq backsim eqsim varpropto".split()
    },
}
PRODUCTS = {
    **{
        "*": "*",
        "ast": "ast",
        "cdot": "cdot",
        "times": "times",
        "odot": "odot",
        "circ": "circ",
        "otimes": "otimes",
    },
    **{
        "oplus": "oplus",
        "ominus": "ominus",
        "oslash": "oslash",
        "bullet": "bullet",
        "star": "star",
        "div": "div",
    },
    **{
        "bmod": "bmod",
        "wedge": "wedge",
        "land": "wedge",
        "vee": "vee",
        "lor": "vee",
        "cup": "cup",
        "cap": "cap",
    },
    **{"setminus": "setminus", "backslash": "setminus", "diamond": "diamond", "circledast": "circledast"},
    **{"bigcirc": "odot", "sqcup": "sqcup", "uplus": "uplus", "amalg": "amalg", "circledcirc": "circledcirc"},
    **{
        "smallsetminus": "setminus",
        "centerdot": "cdot",
        "ltimes": "ltimes",
        "rtimes": "rtimes",
        "boxtimes": "boxtimes",
    },
    **{
        "dotplus": "dotplus",
        "boxplus": "boxplus",
        "boxdot": "boxdot",
        "curlywedge": "wedge",
        "curlyvee": "vee",
    },
    **{
        "concat": "concat",
        "mod": "bmod",
        "bigstar": "star",
        "divideontimes": "div",
        "sqcap": "sqcap",
        "circleddash": "ominus",
    },
}
SUMS = {"+": "+", "-": "-", "pm": "pm", "mp": "mp"}

ACCENTS = {
    **{
        a: a
        for a in "hat tilde bar dot ddot dddot vec breve check acute grave mathring underline overleftarrow".split()
    },
    **{
        "widehat": "hat",
        "widetilde": "tilde",
        "overline": "bar",
        "overrightarrow": "vec",
        "widecheck": "check",
    },
    **{
        "underbar": "underline",
        "overleftrightarrow": "overleftrightarrow",
        "utilde": "utilde",
        "cancel": "cancel",
    },
    **{
        "xcancel": "cancel",
        "bcancel": "cancel",
        "sout": "cancel",
        "not": "not",
        "overarc": "arc",
        "wideparen": "arc",
    },
}
COMBINING = {
    "\u0302": "hat",
    "\u0303": "tilde",
    "\u0304": "bar",
    "\u0305": "bar",
    "\u0307": "dot",
    "\u20d7": "vec",
}

# Fonts. A run of letters in an upright font is one word; in the others the ordinary word rules hold.
UPRIGHT = frozenset(
    "mathrm mathsf mathtt operatorname operatorname* textrm textsf texttt textnormal text textbf textit textsc mbox hbox "
    "mathit rm sf tt textup mathop mathnormal textsl emph textmd underbracetext".split()
)
TEXT = frozenset(
    "text textrm textsf texttt textnormal textbf textit textsc mbox hbox textup textsl emph textmd".split()
)
FONTS = frozenset(
    "mathbf boldsymbol bm pmb mathcal mathscr mathfrak mathbb mathds Bbb bold mathbfit symbf mathbfsf mathpzc mathbfcal "
    "mathord mathrel mathbin mathpunct mathinner mathopen mathclose mathchoice boxed fbox framebox smash ensuremath "
    "mathversion mathsfit tensorsym vb va vu".split()
)
SWITCHES = frozenset(
    "bf it cal rm sf tt sl sc em mit displaystyle textstyle scriptstyle scriptscriptstyle tiny scriptsize footnotesize "
    "small normalsize large Large LARGE huge Huge limits nolimits nonumber notag boldmath unboldmath bfseries itshape "
    "hline allowbreak nobreak break noindent centering cr@ relax protect mathstrut strut hfill hfil qed qedhere bigstrut "
    "par smallskip medskip bigskip newpage eqnum left@ displaylimits leavevmode null ifmmode fi hdashline".split()
)
SIZES = frozenset(
    "big Big bigg Bigg bigm Bigm biggm Biggm bigl Bigl biggl Biggl bigr Bigr biggr Biggr middle@".split()
)
SPACES = frozenset(
    [",", ":", ";", "!", " ", ">", "/", "\n", "\t", "~", "thinspace", "medspace", "thickspace", "enspace"]
)
SPACES |= frozenset(
    ["negthinspace", "enskip", "space", "nobreakspace", "-", "@", "quad@", "negmedspace", "hfil"]
)
QUADS = frozenset(["quad", "qquad", "hspace", "hspace*", "hskip", "kern", "mkern", "mskip", "hfill"])
# Commands dropped together with their arguments.
DROPPED_WITH = {
    **{
        "label": 1,
        "tag": 1,
        "tag*": 1,
        "eqref": 1,
        "ref": 1,
        "cite": 1,
        "citep": 1,
        "citet": 1,
        "color": 1,
        "vspace": 1,
    },
    **{
        "vspace*": 1,
        "phantom": 1,
        "hphantom": 1,
        "vphantom": 1,
        "pagecolor": 1,
        "require": 1,
        "eqlabel": 1,
        "htmlId": 1,
    },
    **{
        "setlength": 2,
        "arraystretch": 0,
        "rule": 2,
        "hypertarget": 1,
        "linebreak": 0,
        "pagebreak": 0,
        "ensuremath@": 0,
    },
    **{
        "renewcommand@": 2,
        "footnote": 1,
        "footnotemark": 0,
        "cline": 1,
        "vskip@": 0,
        "usepackage": 1,
        "definecolor": 3,
    },
    **{
        "index": 1,
        "autoref": 1,
        "cref": 1,
        "Cref": 1,
        "url": 1,
        "bibliography": 1,
        "addtocounter": 2,
        "setcounter": 2,
    },
    **{"fontsize": 2, "selectfont": 0, "unicode": 1, "hskip@": 0, "class@": 1, "style@": 1, "noalign": 1},
    **{"multispan": 1, "newcommand@": 2},
}
# Commands whose first argument is layout and whose last is the content.
WRAPPERS = {
    "textcolor": 1,
    "colorbox": 1,
    "fcolorbox": 2,
    "raisebox": 1,
    "class": 1,
    "style": 1,
    "htmlClass": 1,
}
WRAPPERS |= {
    "href": 1,
    "scalebox": 1,
    "resizebox": 2,
    "cssId": 1,
    "bbox": 0,
    "mathcolor": 1,
    "rotatebox": 1,
    "rlap": 0,
}
WRAPPERS |= {
    "llap": 0,
    "mathrlap": 0,
    "mathllap": 0,
    "mathclap": 0,
    "clap": 0,
    "hbox@": 0,
    "makebox": 0,
    "intertext@": 0,
}
WRAPPERS |= {"parbox": 1, "texorpdfstring@": 0, "multicolumn": 2, "multirow": 2}

OPENERS = {
    "(": "(",
    "[": "[",
    "{": "{",
    "lbrace": "{",
    "lbrack": "[",
    "langle": "<",
    "lfloor": "floor",
    "lceil": "ceil",
}
OPENERS |= {
    "lvert": "|",
    "lVert": "||",
    "\\[": "[",
    "\\(": "(",
    "lparen": "(",
    "llbracket": "[[",
    "lgroup": "(",
}
OPENERS |= {"llcorner": "floor", "ulcorner": "ceil", "lang": "<"}
CLOSERS = {
    ")": "(",
    "]": "[",
    "}": "{",
    "rbrace": "{",
    "rbrack": "[",
    "rangle": "<",
    "rfloor": "floor",
    "rceil": "ceil",
}
CLOSERS |= {
    "rvert": "|",
    "rVert": "||",
    "\\]": "[",
    "\\)": "(",
    "rparen": "(",
    "rrbracket": "[[",
    "rgroup": "(",
}
CLOSERS |= {"lrcorner": "floor", "urcorner": "ceil", "rang": "<"}
CLOSING = {
    "(": ")",
    "[": "]",
    "{": "}",
    "<": ">",
    "floor": "floor",
    "ceil": "ceil",
    "|": "|",
    "||": "||",
    "[[": "]]",
}

DOTS = frozenset("dots ldots cdots vdots ddots dotsc dotsb dotsm dotsi dotso iddots hdots adots".split())
NAMES = GREEK | frozenset(
    "infty ell hbar imath jmath Re Im aleph beth emptyset varnothing forall exists nexists neg lnot top bot angle square "
    "blacksquare triangle Box checkmark dagger ddagger S P copyright degree nabla partial prime wp mho complement Diamond "
    "clubsuit heartsuit spadesuit diamondsuit surd flat natural sharp hslash eth Finv lozenge blacktriangle intercal "
    "triangledown bigtriangleup bigtriangledown Game digamma daleth gimel diagup diagdown natural blacklozenge "
    "varGamma varDelta varTheta varLambda varXi varPi varSigma varUpsilon varPhi varPsi varOmega textbackslash "
    "QED times@ dag ddag pounds yen euro AA aa o O oe ae ss i j l L LaTeX TeX upsilon leftmoon bigstar Vec".split()
)
PREFIXES = frozenset("nabla Delta neg lnot forall exists nexists partial".split())

# Author macros so common that they need no definition.
AUTHORS = {
    **{
        "R": r"\mathbb{R}",
        "N": r"\mathbb{N}",
        "Z": r"\mathbb{Z}",
        "C": r"\mathbb{C}",
        "E": r"\mathbb{E}",
        "EE": r"\mathbb{E}",
    },
    **{
        "RR": r"\mathbb{R}",
        "reals": r"\mathbb{R}",
        "Real": r"\mathbb{R}",
        "real": r"\mathbb{R}",
        "Reals": r"\mathbb{R}",
    },
    **{
        "KL": r"\operatorname{KL}",
        "softmax": r"\operatorname{softmax}",
        "sigmoid": r"\operatorname{sigmoid}",
    },
    **{
        "Var": r"\operatorname{Var}",
        "Cov": r"\operatorname{Cov}",
        "ReLU": r"\operatorname{ReLU}",
        "relu": r"\operatorname{relu}",
    },
    **{
        "diag": r"\operatorname{diag}",
        "sign": r"\operatorname{sign}",
        "sgn": r"\operatorname{sgn}",
        "Tr": r"\operatorname{Tr}",
    },
    **{
        "tr": r"\operatorname{tr}",
        "trace": r"\operatorname{trace}",
        "rank": r"\operatorname{rank}",
        "d": r"\mathrm{d}",
    },
    **{
        "dd": r"\mathrm{d}",
        "argmax": r"\arg\max",
        "argmin": r"\arg\min",
        "norm": r"\left\|#1\right\|",
        "abs": r"\left|#1\right|",
    },
    **{
        "T": r"\top",
        "tran": r"\top",
        "trans": r"\top",
        "transp": r"\top",
        "transpose": r"\top",
        "Tsp": r"\top",
    },
    **{
        "erf": r"\operatorname{erf}",
        "softplus": r"\operatorname{softplus}",
        "Softmax": r"\operatorname{Softmax}",
    },
    **{
        "ind": r"\operatorname{ind}",
        "half": r"\frac{1}{2}",
        "loss": r"\operatorname{loss}",
        "grad": r"\nabla",
        "pd": r"\partial",
    },
    **{
        "p@": "",
        "set": r"\{#1\}",
        "floor": r"\lfloor #1 \rfloor",
        "ceil": r"\lceil #1 \rceil",
        "bigO": "O",
        "eps": r"\epsilon",
    },
    **{
        "abs@": "",
        "infin": r"\infty",
        "inner": r"\langle #1 \rangle",
        "sumn": r"\sum",
        "eqdef": r":=",
        "defeq": r":=",
        "trp": r"\top",
    },
    **{
        "arctg": r"\arctan",
        "ctg": r"\cot",
        "tg": r"\tan",
        "sh": r"\sinh",
        "ch": r"\cosh",
        "th": r"\tanh",
        "empty": r"\emptyset",
    },
    **{
        "isin": r"\in",
        "Alpha": "A",
        "Beta": "B",
        "Eta": "H",
        "plusmn": r"\pm",
        "sdot": r"\cdot",
        "larr": r"\leftarrow",
    },
    **{
        "rarr": r"\rightarrow",
        "sub": r"\subset",
        "thetasym": r"\vartheta",
        "exist": r"\exists",
        "hArr": r"\iff",
        "rArr": r"\implies",
    },
}

ALIGNED = frozenset(
    "align align* aligned alignedat alignat alignat* split gather gather* gathered equation equation* eqnarray eqnarray* "
    "multline multline* multlined flalign flalign* displaymath math subequations empheq eqnarry aligned* dcases* IEEEeqnarray "
    "IEEEeqnarray* alignedat* split* gathered* lgathered rgathered darray".split()
)
MATRICES = frozenset(
    "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array matrix* bmatrix* pmatrix* smallmatrix* bsmallmatrix "
    "psmallmatrix tabular block blockarray".split()
)
CASES = frozenset("cases cases* dcases rcases numcases".split())
WITH_COLUMNS = frozenset(
    "array alignat alignat* alignedat tabular IEEEeqnarray IEEEeqnarray* block blockarray darray".split()
)

UNICODE = {
    **dict(
        zip(
            "αβγδεζηθικλμνξπρστυφχψω",
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho "
            "sigma tau upsilon phi chi psi omega".split(),
            strict=True,
        )
    ),
    **dict(
        zip("ΓΔΘΛΞΠΣΥΦΨΩ", "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split(), strict=True)
    ),
    **dict(zip("ϵϕϑϱϖς", "varepsilon varphi vartheta varrho varpi varsigma".split(), strict=True)),
    **dict(
        zip(
            "∑∏∫∂∇∞∈∉∋⊂⊆⊃⊇∪∩∅∀∃¬∧∨",
            "sum prod int partial nabla infty in notin ni subset subseteq supset supseteq cup "
            "cap emptyset forall exists neg wedge vee".split(),
            strict=True,
        )
    ),
    **dict(
        zip(
            "≤≥≠≈≡∼∝≪≫→←↔⇒⇐⇔↦≜≅≃⩽⩾",
            "leq geq neq approx equiv sim propto ll gg rightarrow leftarrow leftrightarrow "
            "Rightarrow Leftarrow Leftrightarrow mapsto triangleq cong simeq leq geq".split(),
            strict=True,
        )
    ),
    **dict(
        zip(
            "·⋅∙•×÷⊙⊗⊕⊖∘∗⋆±∓⊤⊥∥∣ℓℝ𝔼√",
            "cdot cdot cdot bullet times div odot otimes oplus ominus circ * star pm mp top bot "
            "| mid ell R E sqrt".split(),
            strict=True,
        )
    ),
    **dict(
        zip(
            "⌊⌋⌈⌉⟨⟩〈〉‖⋯…⋮⋱′″−–—∕ℕℤℂ⊺∊⟵⟶ℒ⎡",
            "lfloor rfloor lceil rceil langle rangle langle rangle | cdots dots vdots "
            "ddots ' '' - - - / N Z C top in leftarrow rightarrow L [".split(),
            strict=True,
        )
    ),
    **dict(
        zip(
            "（）［］｛｝，；：＝＋－／｜＊。、＜＞．！",
            "( ) [ ] lbrace rbrace , ; : = + - / | * . , < > . !".split(),
            strict=True,
        )
    ),
}
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-aehijklmnoprstuvx", strict=True))
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀⁿⁱᵗ", "0123456789+-Tnit", strict=True))

# Runs of letters that are one word. Runs of four letters with a vowel need no entry.
WORDS = ELEMENTARY | frozenset(
    "LSTM GRU RNN CNN MLP FFN FC LN BN PE CE BCE MSE MAE KL JS ELBO GELU SiLU ELU SELU IoU BPTT VAE GAN PReLU mAP GIoU NLL "
    "lr max min sup inf arg lim argmax argmin pos neg new old out inp src tgt ctx emb enc dec att attn val max min num sum "
    "prev next hid tok cls mask head Q_K th st nd rd init std mean var MHA MLM NSP SDPA RMS RMSNorm SGD Adam lrate GLU MoE "
    "or int ext img txt seq len cat cut top bot mid low cell gate in@ obj noobj pred true fake real data dim bias conv pool "
    "sqrt abs norm MI GP IG tf idf TF IDF df TP FP TN FN LSE DKL mod med ij@ loss cost score prob logit logits sim dist reg "
    "exp log softmax Softmax Sigmoid Tanh Relu RELU maxpool Attn FFNN Concat concat Linear step warmup ReLU6 swish mish "
    "logsumexp logsoftmax LogSoftmax NLLLoss kl iid def st@ wrt if otherwise else for and where all any tanh hid fwd bwd "
    "acc rec pre off lin reset update RoPE DFT FFT PCA SVM SVD LDA HMM CRF EM@ MCMC MAP MLE RL@ GD BGD MBGD lhs rhs np "
    "hinge topk Emb Enc Dec Att Pool Conv Proj proj clip Clip ctc CTC BLEU rouge ROUGE LayerNorm BatchNorm SE@ TransE "
    "cov corr Corr Cor cor ppl PPL PMI Ent ent Gini gini Gain GINI Bern Cat Dir Ber Poisson Unif Beta Gamma Norm ELMo "
    "GCN GAT GNN vocab pad bos eos sos BOS EOS CLS SEP MASK idx iter epoch train test valid dev total NCE cont corrected tol".split()
)
STOPWORDS = frozenset(
    "if and or where otherwise else for with when such that s.t. st is then are while as so let since because by from to "
    "we given subject since here hence thus therefore i.e. e.g. iff whereas but not of on the a an".split()
)
# Letters that are functions when a bracket follows, and letters that never are.
APPLYING = frozenset(
    "f g F G P p E sigma phi varphi Phi psi Psi L J O ell Gamma H D q Pr rho N mathcalN kappa".split()
)
MULTIPLYING = frozenset("W U V b w dW db".split())
SCALARS = frozenset("alpha beta gamma eta lambda mu n m d i j t k c".split())  # never applied to a bare name
INDEX_LETTERS = frozenset("ijklmnpqrst")
FUNCTIONALS = frozenset("E Var Cov KL Pr P H D Corr var cov Ent".split())

"""What the commands, symbols and words of formulas mean: data only.

Sets are words between blanks; a map is alternating keys and values, or keys that stand for themselves.
"""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def _same(text: str) -> dict[str, str]:
    return {word: word for word in text.split()}


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


GREEK = words("""
alpha beta chi Delta delta epsilon eta Gamma gamma iota kappa Lambda lambda mu nu Omega omega omicron
Phi phi Pi pi Psi psi rho Sigma sigma tau Theta theta Upsilon upsilon varepsilon varkappa varphi varpi
varrho varsigma vartheta Xi xi zeta
""")

# Functions applied without brackets: \log x, sin x.
ELEMENTARY = words("""
arccos arcsin arctan arctanh artanh cos cosh cot coth Cov csc deg det diag dim erf exp ker lg ln log
rank ReLU relu sec sgn sigmoid sign sin sinh softmax softplus tan tanh Tr tr trace Var vec
""")

# Operators with limits.
BIG = _same("""
sum prod int max min sup inf lim argmax argmin limsup liminf gcd Pr coprod arg
""") | _pairs(r"""
iint int iiint int oint int bigcup cup bigcap cap bigoplus oplus bigotimes otimes bigodot odot bigvee
vee bigwedge wedge bigsqcup sqcup intop int biguplus uplus
""")

# Big operators that are ordinary functions when a bracket follows.
BIG_FUNCTIONS = words("""
arg argmax argmin gcd inf lim liminf limsup max min Pr sup
""")

RELATIONS = _same("""
= < > := =: == trianglelefteq leq geq neq ll gg in ni notin subset subseteq supset supseteq equiv approx
sim simeq cong propto doteq triangleq models parallel nparallel leftarrow rightarrow leftrightarrow
Leftarrow Rightarrow Leftrightarrow mapsto hookrightarrow rightsquigarrow perp vdash vDash asymp lesssim
gtrsim prec succ preceq succeq therefore because nsubseteq subsetneq supsetneq doteqdot leadsto nleq
ngeq nless ngtr nsim curlyeqprec curlyeqsucc rightleftharpoons uparrow downarrow nearrow searrow Uparrow
Downarrow stackreleq rightharpoonup leftharpoonup lessgtr gtrless approxeq backsim eqsim varpropto
""") | _pairs(r"""
!= neq <= leq >= geq -> rightarrow --> rightarrow => Rightarrow ≔ := coloneqq := lt < gt > le leq
leqslant leq leqq leq ge geq geqslant geq geqq geq ne neq gets leftarrow to rightarrow longrightarrow
rightarrow longleftarrow leftarrow implies Rightarrow Longrightarrow Rightarrow iff Leftrightarrow eq =
Longleftrightarrow Leftrightarrow longmapsto mapsto thickapprox approx thicksim sim xrightarrow
rightarrow xleftarrow leftarrow impliedby Leftarrow
""")

PRODUCTS = _same("""
* ast cdot times odot circ otimes oplus ominus oslash bullet star div bmod wedge vee cup cap setminus
diamond circledast sqcup uplus amalg circledcirc ltimes rtimes boxtimes dotplus boxplus boxdot concat
sqcap
""") | _pairs(r"""
land wedge lor vee backslash setminus bigcirc odot smallsetminus setminus centerdot cdot curlywedge
wedge curlyvee vee mod bmod bigstar star divideontimes div circleddash ominus
""")

SUMS = _same("""
+ - pm mp
""")

ACCENTS = _same("""
hat tilde bar dot ddot dddot vec breve check acute grave mathring underline overleftarrow
overleftrightarrow utilde cancel
""") | _pairs(r"""
widehat hat widetilde tilde overline bar overrightarrow vec widecheck check underbar underline xcancel
cancel bcancel cancel sout cancel overarc arc wideparen arc
""")

COMBINING = {
    "\u0302": "hat",
    "\u0303": "tilde",
    "\u0304": "bar",
    "\u0305": "bar",
    "\u0307": "dot",
    "\u20d7": "vec",
}

# Fonts. A run of letters in an upright font is one word; in the others the ordinary word rules hold.
UPRIGHT = words("""
emph hbox mathit mathnormal mathop mathrm mathsf mathtt mbox operatorname operatorname* rm sf text
textbf textit textmd textnormal textrm textsc textsf textsl texttt textup tt
""")

TEXT = words("""
emph hbox mbox text textbf textit textmd textnormal textrm textsc textsf textsl texttt textup
""")

FONTS = words("""
Bbb bm bold boldsymbol boxed ensuremath fbox framebox mathbb mathbf mathbfcal mathbfit mathbfsf mathbin
mathcal mathchoice mathclose mathds mathfrak mathinner mathopen mathord mathpunct mathpzc mathrel
mathscr mathsfit mathversion pmb smash symbf tensorsym va vb vu
""")

SWITCHES = words("""
allowbreak bf bfseries bigskip bigstrut boldmath break cal centering displaylimits displaystyle em eqnum
fi footnotesize hdashline hfil hfill hline Huge huge ifmmode it itshape LARGE Large large leavevmode
limits mathstrut medskip mit newpage nobreak noindent nolimits nonumber normalsize notag null par
protect qed qedhere relax rm sc scriptscriptstyle scriptsize scriptstyle sf sl small smallskip strut
textstyle tiny tt unboldmath
""")

SIZES = words("""
Big big Bigg bigg Biggl biggl Biggm biggm Biggr biggr Bigl bigl Bigm bigm Bigr bigr
""")

SPACES = words("""
enskip enspace hfil medspace negmedspace negthinspace nobreakspace space thickspace thinspace
""") | frozenset(",:;! >/\n\t~-@")

QUADS = words("""
hfill hskip hspace hspace* kern mkern mskip qquad quad
""")

# Commands dropped together with so many arguments.
DROPPED_WITH = (
    dict.fromkeys(
        words("""
arraystretch footnotemark linebreak pagebreak selectfont
"""),
        0,
    )
    | dict.fromkeys(
        words("""
Cref autoref bibliography cite citep citet cline color cref eqlabel eqref footnote hphantom htmlId
hypertarget index label multispan noalign pagecolor phantom ref require tag tag* unicode url usepackage
vphantom vspace vspace* dpi
"""),
        1,
    )
    | dict.fromkeys(
        words("""
addtocounter fontsize rule setcounter setlength
"""),
        2,
    )
    | dict.fromkeys(
        words("""
definecolor
"""),
        3,
    )
)

# Commands with so many arguments of layout before the content.
WRAPPERS = (
    dict.fromkeys(
        words("""
bbox clap llap makebox mathclap mathllap mathrlap rlap
"""),
        0,
    )
    | dict.fromkeys(
        words("""
class colorbox cssId href htmlClass mathcolor parbox raisebox rotatebox scalebox style textcolor
"""),
        1,
    )
    | dict.fromkeys(
        words("""
fcolorbox multicolumn multirow resizebox
"""),
        2,
    )
)

# Brackets by what they open; `floor`, `ceil`, `|`, `||` stand for theirs.
OPENERS = _same("""
( [ {
""") | _pairs(r"""
lbrace { lbrack [ langle < lfloor floor lceil ceil lvert | lVert || \[ [ \( ( lparen ( llbracket [[
lgroup ( llcorner floor ulcorner ceil lang <
""")

CLOSERS = _pairs(r"""
) ( ] [ } { rbrace { rbrack [ rangle < rfloor floor rceil ceil rvert | rVert || \] [ \) ( rparen (
rrbracket [[ rgroup ( lrcorner floor urcorner ceil rang <
""")

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

DOTS = words("""
adots cdots ddots dots dotsb dotsc dotsi dotsm dotso hdots iddots ldots vdots
""")

NAMES = GREEK | words("""
AA aa ae aleph angle beth bigstar bigtriangledown bigtriangleup blacklozenge blacksquare blacktriangle
bot Box checkmark clubsuit complement copyright dag dagger daleth ddag ddagger degree diagdown diagup
Diamond diamondsuit digamma ell emptyset eth euro exists Finv flat forall Game gimel hbar heartsuit
hslash i Im imath infty intercal j jmath L l LaTeX leftmoon lnot lozenge mho nabla natural neg nexists O
o oe P partial pounds prime QED Re S sharp spadesuit square ss surd TeX textbackslash top triangle
triangledown varDelta varGamma varLambda varnothing varOmega varPhi varPi varPsi varSigma varTheta
varUpsilon varXi Vec wp yen
""")

PREFIXES = words("""
Delta exists forall lnot nabla neg nexists partial
""")

# Author macros so common that they need no definition.
AUTHORS = {
    "R": r"\mathbb{R}",
    "N": r"\mathbb{N}",
    "Z": r"\mathbb{Z}",
    "C": r"\mathbb{C}",
    "E": r"\mathbb{E}",
    "EE": r"\mathbb{E}",
    "RR": r"\mathbb{R}",
    "reals": r"\mathbb{R}",
    "Real": r"\mathbb{R}",
    "real": r"\mathbb{R}",
    "Reals": r"\mathbb{R}",
    "KL": r"\operatorname{KL}",
    "softmax": r"\operatorname{softmax}",
    "sigmoid": r"\operatorname{sigmoid}",
    "Var": r"\operatorname{Var}",
    "Cov": r"\operatorname{Cov}",
    "ReLU": r"\operatorname{ReLU}",
    "relu": r"\operatorname{relu}",
    "diag": r"\operatorname{diag}",
    "sign": r"\operatorname{sign}",
    "sgn": r"\operatorname{sgn}",
    "Tr": r"\operatorname{Tr}",
    "tr": r"\operatorname{tr}",
    "trace": r"\operatorname{trace}",
    "rank": r"\operatorname{rank}",
    "d": r"\mathrm{d}",
    "dd": r"\mathrm{d}",
    "argmax": r"\arg\max",
    "argmin": r"\arg\min",
    "norm": r"\left\|#1\right\|",
    "abs": r"\left|#1\right|",
    "T": r"\top",
    "tran": r"\top",
    "trans": r"\top",
    "transp": r"\top",
    "transpose": r"\top",
    "Tsp": r"\top",
    "erf": r"\operatorname{erf}",
    "softplus": r"\operatorname{softplus}",
    "Softmax": r"\operatorname{Softmax}",
    "ind": r"\operatorname{ind}",
    "half": r"\frac{1}{2}",
    "loss": r"\operatorname{loss}",
    "grad": r"\nabla",
    "pd": r"\partial",
    "set": r"\{#1\}",
    "floor": r"\lfloor #1 \rfloor",
    "ceil": r"\lceil #1 \rceil",
    "bigO": r"O",
    "eps": r"\epsilon",
    "infin": r"\infty",
    "inner": r"\langle #1 \rangle",
    "sumn": r"\sum",
    "eqdef": r":=",
    "defeq": r":=",
    "trp": r"\top",
    "arctg": r"\arctan",
    "ctg": r"\cot",
    "tg": r"\tan",
    "sh": r"\sinh",
    "ch": r"\cosh",
    "th": r"\tanh",
    "empty": r"\emptyset",
    "isin": r"\in",
    "Alpha": r"A",
    "Beta": r"B",
    "Eta": r"H",
    "plusmn": r"\pm",
    "sdot": r"\cdot",
    "larr": r"\leftarrow",
    "rarr": r"\rightarrow",
    "sub": r"\subset",
    "thetasym": r"\vartheta",
    "exist": r"\exists",
    "hArr": r"\iff",
    "rArr": r"\implies",
}

ALIGNED = words("""
align align* alignat alignat* aligned aligned* alignedat alignedat* darray dcases* displaymath empheq
eqnarray eqnarray* eqnarry equation equation* flalign flalign* gather gather* gathered gathered*
IEEEeqnarray IEEEeqnarray* lgathered math multline multline* multlined rgathered split split*
subequations
""")

MATRICES = words("""
array block blockarray Bmatrix bmatrix bmatrix* bsmallmatrix matrix matrix* pmatrix pmatrix*
psmallmatrix smallmatrix smallmatrix* tabular Vmatrix vmatrix
""")

CASES = words("""
cases cases* dcases numcases rcases
""")

WITH_COLUMNS = words("""
alignat alignat* alignedat array block blockarray darray IEEEeqnarray IEEEeqnarray* tabular
""")

UNICODE = _pairs(r"""
α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π
pi ρ rho σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ
Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ϵ varepsilon ϕ varphi ϑ vartheta ϱ varrho ϖ varpi ς varsigma ∑ sum ∏
prod ∫ int ∂ partial ∇ nabla ∞ infty ∈ in ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ∪ cup ∩
cap ∅ emptyset ∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ≤ leq ≥ geq ≠ neq ≈ approx ≡ equiv ∼ sim ∝ propto ≪
ll ≫ gg → rightarrow ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ≜
triangleq ≅ cong ≃ simeq ⩽ leq ⩾ geq · cdot ⋅ cdot ∙ cdot • bullet × times ÷ div ⊙ odot ⊗ otimes ⊕ oplus
⊖ ominus ∘ circ ∗ * ⋆ star ± pm ∓ mp ⊤ top ⊥ bot ∥ | ∣ mid ℓ ell ℝ R 𝔼 E √ sqrt ⌊ lfloor ⌋ rfloor ⌈
lceil ⌉ rceil ⟨ langle ⟩ rangle 〈 langle 〉 rangle ‖ | ⋯ cdots … dots ⋮ vdots ⋱ ddots ′ ' ″ '' − - – - —
- ∕ / ℕ N ℤ Z ℂ C ⊺ top ∊ in ⟵ leftarrow ⟶ rightarrow ℒ L ⎡ [ （ ( ） ) ［ [ ］ ] ｛ lbrace ｝ rbrace ， , ；
; ： : ＝ = ＋ + － - ／ / ｜ | ＊ * 。 . 、 , ＜ < ＞ > ． . ！ !
""")

SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-aehijklmnoprstuvx", strict=True))
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀⁿⁱᵗ", "0123456789+-Tnit", strict=True))

# Runs of letters that are one word. Runs of four letters with a vowel need no entry.
WORDS = ELEMENTARY | words("""
abs acc Adam all and any arg argmax argmin Att att Attn attn BatchNorm BCE Ber Bern Beta BGD bias BLEU
BN BOS bos bot BPTT bwd Cat cat CE cell Clip clip CLS cls CNN Concat concat cont Conv conv Cor cor Corr
corr corrected cost cov CRF CTC ctc ctx cut data Dec dec def dev df DFT Dir dist DKL ELBO ELMo else ELU
Emb emb Enc enc Ent ent EOS eos epoch ext fake FC FFN FFNN FFT FN for FP fwd Gain Gamma GAN GAT gate GCN
GD GELU GINI Gini gini GIoU GLU GNN GP GRU head hid hinge HMM IDF idf idx if IG iid img inf init inp int
IV IoU iter JS KL kl LayerNorm LDA len lhs lim lin Linear LN logit logits LogSoftmax logsoftmax logsumexp
loss low lr lrate LSE LSTM MAE MAP mAP MASK mask max maxpool MBGD MCMC mean med MHA MI mid min mish MLE
MLM MLP mod MoE MSE NCE nd neg new next NLL NLLLoss noobj Norm norm np NSP num obj off old or otherwise
out pad PCA PE PMI Poisson Pool pool pos PPL ppl pre pred PReLU prev prob Proj proj Q_K rd real rec reg
RELU Relu ReLU6 reset rhs RMS RMSNorm RNN RoPE ROUGE rouge score SDPA SELU SEP seq SGD Sigmoid SiLU sim
Softmax sos sqrt src st std step sum sup SVD SVM swish Tanh test TF tf tgt th TN tok tol top topk total
TP train TransE true txt Unif update VAE val valid var vocab warmup where wrt
AP CV DCG DSC EMA ESS FDR FNR FPR JSD MCC MRR NDCG NPV PPV PSNR RF RSS SS SSE SSIM SSR SST TNR TPR TSS WER
AIC AUC BIC CER CIoU DIoU DPO FL GAE MAPE PPO SMAPE WMAPE
""")

STOPWORDS = words("""
a an and are as because but by e.g. else for from given hence here i.e. if iff is let not of on or
otherwise s.t. since so st subject such that the then therefore thus to we when where whereas while with
""")

# Letters that are functions before a bracket, that never are, and that are not before one with a bare name.
APPLYING = words("""
D E ell F f G g Gamma H J kappa L N O P p Phi phi Pr Psi psi q rho sigma varphi
""")

MULTIPLYING = words("""
b db dW U V W w
""")

SCALARS = words("""
alpha beta c d eta gamma i j k lambda m mu n t
""")

ERRORS = {"delta", "Delta"}

INDEX_LETTERS = frozenset("ijklmnpqrst")

FUNCTIONALS = words("""
Corr Cov cov D E Ent H KL P Pr Var var
""")

# Kinds of tokens with which an operand begins.
OPERANDS = words("""
name num text dots open lb begin accent big frac sqrt stack brace substack macro set ldot hole
""")

/** Questions of 九年级数学上 for the demo's paper: [stem, options or answer, answer, difficulty, cognitive level]. */
type QuestionTuple = readonly [
  stem: string,
  options: readonly string[],
  answer: string,
  difficulty: string,
  level: string,
]

const singles: readonly QuestionTuple[] = [
  ['方程 $x^2-4x=0$ 的解是（　　）', ['$x=4$', '$x=0$', '$x_1=0,x_2=4$', '$x_1=0,x_2=-4$'], 'C', '1', '1'],
  [
    '下列图形中，既是轴对称图形又是中心对称图形的是（　　）',
    ['等边三角形', '平行四边形', '菱形', '五角星'],
    'C',
    '1',
    '1',
  ],
  [
    '抛物线 $y=2(x-1)^2+3$ 的顶点坐标是（　　）',
    ['$(1,3)$', '$(-1,3)$', '$(1,-3)$', '$(2,3)$'],
    'A',
    '1',
    '1',
  ],
  [
    '用配方法解方程 $x^2-6x+4=0$，配方后得（　　）',
    ['$(x-3)^2=5$', '$(x-3)^2=13$', '$(x+3)^2=5$', '$(x-6)^2=32$'],
    'A',
    '2',
    '2',
  ],
  [
    '$A,B,C$ 是 $\\odot O$ 上的三点，$\\angle AOB=100^{\\circ}$，则 $\\angle ACB$ 等于（　　）',
    ['$40^{\\circ}$', '$50^{\\circ}$', '$80^{\\circ}$', '$100^{\\circ}$'],
    'B',
    '2',
    '2',
  ],
  [
    '某镇村级图书角两年间由 50 个增加到 72 个，设年平均增长率为 $x$，可列方程（　　）',
    ['$50(1+x)=72$', '$50(1+2x)=72$', '$50(1+x)^2=72$', '$50+50(1+x)^2=72$'],
    'C',
    '3',
    '3',
  ],
  [
    '点 $P(-2,3)$ 关于原点的对称点是（　　）',
    ['$(2,3)$', '$(2,-3)$', '$(-2,-3)$', '$(3,-2)$'],
    'B',
    '1',
    '2',
  ],
  [
    '关于 $x$ 的方程 $kx^2-2x+1=0$ 有两个不相等的实数根，$k$ 的取值范围是（　　）',
    ['$k<1$', '$k\\leqslant 1$', '$k<1$ 且 $k\\neq 0$', '$k>1$'],
    'C',
    '4',
    '3',
  ],
  [
    '抛物线 $y=ax^2+bx+c$ 的对称轴为 $x=1$，与 $x$ 轴交于 $A(-1,0)$，下列结论不正确的是（　　）',
    ['$2a+b=0$', '$b^2>4ac$', '$4a+2b+c>0$', '$abc>0$'],
    'D',
    '4',
    '4',
  ],
  [
    '矩形 $ABCD$ 绕点 $A$ 旋转 $90^{\\circ}$ 得 $AEFG$，$AB=4$，$BC=3$，则 $CF$ 的长是（　　）',
    ['$5$', '$7$', '$5\\sqrt{2}$', '以上都不对'],
    'C',
    '4',
    '4',
  ],
  [
    '二次函数 $y=x^2+1$ 的图象与 $y$ 轴的交点是（　　）',
    ['$(1,0)$', '$(0,1)$', '$(0,-1)$', '没有交点'],
    'B',
    '2',
    '2',
  ],
  [
    '圆内接四边形中一组对角之比为 $1:2$，较小的角是（　　）',
    ['$90^{\\circ}$', '$60^{\\circ}$', '$120^{\\circ}$', '$45^{\\circ}$'],
    'B',
    '3',
    '3',
  ],
  ['一元二次方程 $x(x-1)=0$ 较大的根是（　　）', ['$0$', '$1$', '$-1$', '没有'], 'B', '2', '2'],
  [
    '下列方程中是一元二次方程的是（　　）',
    ['$x+y=1$', '$x^2=9$', '$\\frac{1}{x}=2$', '$x^3=8$'],
    'B',
    '2',
    '1',
  ],
  ['函数 $y=-3x^2$ 的图象开口（　　）', ['向上', '向下', '向左', '向右'], 'B', '2', '2'],
  ['半圆所对的圆周角是（　　）', ['锐角', '直角', '钝角', '平角'], 'B', '2', '1'],
]
const blanks: readonly QuestionTuple[] = [
  ['若 $x=2$ 是方程 $x^2-5x+m=0$ 的根，则 $m=$ ____', [], '6', '2', '2'],
  ['把抛物线 $y=x^2$ 向左平移两个单位，所得抛物线是 ____', [], '$y=(x+2)^2$', '2', '2'],
  ['$\\odot O$ 的半径为 $5$，弦 $AB=8$，圆心到 $AB$ 的距离是 ____', [], '3', '3', '3'],
  ['正六边形绕中心至少旋转 ____ 度与自身重合', [], '60', '1', '1'],
  ['两数之和为 $10$，积的最大值是 ____', [], '25', '3', '3'],
  ['扇形的圆心角为 $120^{\\circ}$，半径为 $3$，面积是 ____', [], '$3\\pi$', '3', '3'],
]
const essays: readonly QuestionTuple[] = [
  ['解方程：$x^2-2x-3=0$', [], '$x_1=3,x_2=-1$', '2', '3'],
  ['一座拱桥的桥拱是圆弧，跨度 $16$ m，拱高 $4$ m，求圆弧的半径', [], '$r=10$ m', '3', '4'],
  ['矩形花圃中有两条等宽小路，其余种花，问小路宽多少时种花面积为 $216\\ \\mathrm{m}^2$', [], '2 m', '3', '4'],
  ['求证：直径所对的圆周角是直角', [], '连结圆心和直角顶点，用等腰三角形的两个底角相等', '4', '3'],
  ['抛物线 $y=-x^2+2x+3$ 交 $x$ 轴于 $A,B$，在对称轴上求一点 $P$，使 $PA+PC$ 最小', [], '$P(1,2)$', '5', '4'],
]

const shared = {
  schoolStage: '3',
  subject: '14',
  grade: '09',
  licence: '2',
  sourceKind: '1',
  shareScope: '1',
}

/** The value of each question, its knowledge point taken in turn. */
export function paperQuestions(points: readonly number[]): Record<string, unknown>[] {
  let turn = 0
  const about = ([stem, , , difficulty, cognitiveLevel]: QuestionTuple) => {
    const point = points[turn % Math.max(1, points.length)]
    turn += 1
    return { ...shared, stem, difficulty, cognitiveLevel, points: point === undefined ? [] : [point] }
  }
  return [
    ...singles.map((one) => ({
      ...about(one),
      questionKind: 'single',
      questionForm: '01',
      score: 3,
      options: one[1].map((content, i) => ({ key: 'ABCD'.charAt(i), content })),
      answer: one[2],
    })),
    ...blanks.map((one) => ({
      ...about(one),
      questionKind: 'blank',
      questionForm: '04',
      score: 3,
      answer: [[one[2]]],
    })),
    ...essays.map((one) => ({
      ...about(one),
      questionKind: 'essay',
      questionForm: '06',
      score: 10,
      answer: one[2],
    })),
  ]
}

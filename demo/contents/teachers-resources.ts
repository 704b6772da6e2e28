import type { ContentStory } from './write.ts'

/**
 * What teachers of the demo region share, a line each: the teacher, how far it is asked for, how many offices
 * agreed (`all`, or a number after which it waits, or one with `!` after which it came back), days ago, kind,
 * stage, grade, subject, chapters, file, cover, title, description. The journeys sign in as the first teacher.
 */
const told = `
teacher 2 all 30 03 4 10 13 - sheet-task talk-reading 《乡土中国》整本书阅读：四次课的任务单 四次课，每次一张，附学生常见的读法。
teacher 3 1 9 02 4 10 13 - sheet-plan course-book 议论文的第一段怎么写 三种开头，一节课讲清，一节课练完。
teacher 2 1! 12 07 4 10 13 - sheet-practice - 文言文断句练习（必做十题，选做四题） 从课内到课外，答案在后。
teacher 1 0 2 05 4 10 13 - sheet-plan - 诗歌鉴赏微课脚本 八分钟讲一首诗。
senior:13:1 1 all 21 02 4 10 13 - sheet-plan course-book 作文讲评：把例子写细 两篇学生习作的修改过程。
senior:14:0 3 all 40 01 4 10 14 501,502 sheet-plan talk-number 从集合到不等式：必修一单元整理 一页概念图，一页例题。
senior:14:0 2 1 4 02 4 10 14 503 sheet-task - 函数的单调性：从图象到语言 先看图，再说话，最后写定义。
wildGoose:14:0 3 2 16 01 3 09 14 301 sheet-plan talk-number 传播与握手：一元二次方程的应用（第1课时） 6人两两握手几次？n人呢？
wildGoose:14:0 1 all 33 02 3 09 14 301 sheet-task - 面积问题的三种设元 同一道题，三种设法，比一比哪种好算。
wildGoose:14:1 2 all 45 03 3 09 14 301 sheet-task - 增长率问题导学案 从本地的产量说起。
wildGoose:14:1 2 0 6 04 3 09 14 302 sheet-plan talk-number 二次函数的图象：折纸课 用折痕折出一条抛物线。
wildGoose:14:2 4 all 60 05 3 09 14 303 sheet-plan course-children 旋转：从风车到坐标 先动手，再画图，最后写坐标。
junior:14:0 3 all 52 01 3 09 14 304 sheet-plan - 圆周角定理的三种证明 分三种位置，学生上台讲。
junior:14:0 2 all 25 03 3 09 14 305 sheet-task - 用频率估计概率：抛图钉 全班抛一千次，画出折线。
junior:14:1 9 all 70 07 3 07 14 102 sheet-practice course-book 有理数的运算：易错题二十道 每题后面写明错在哪里。
junior:14:1 2 1 3 01 3 07 14 103 sheet-plan - 用字母表示数 从火柴棒摆图形开始。
greenOcean:14:0 9 all 80 02 3 07 14 105 sheet-plan talk-number 一元一次方程：从算术到代数 同一道题，两种想法。
greenOcean:14:0 2 all 90 02 3 07 14 201 sheet-task - 数轴上的故事 旧版教材时用的，内容仍可用。
clouds:14:0 3 2 5 06 3 07 14 106 sheet-task course-children 展开与折叠：正方体的十一种 可打印、可剪，一人一份。
clouds:14:1 9 all 100 04 3 09 14 402 sheet-plan outdoor-science 相似三角形在测量中的应用 量一量操场边的旗杆。
cloudSail:14:0 2 all 11 01 3 09 14 301 sheet-plan talk-number 传播与握手（分层版） 把握手换成比赛场次，三组学生三种台阶。
`

const sentBack = '第 3 题的图不清楚，请换一张'

function reviewOf(came: string): Pick<ContentStory, 'review' | 'agreedBy'> {
  if (came === 'all') return { review: 'agreed' }
  return { review: came.endsWith('!') ? { sentBack } : 'waiting', agreedBy: Number.parseInt(came, 10) }
}

function storyOf(line: string): ContentStory {
  const [by = '', shareScope, came = '', days, resourceKind, schoolStage, grade, subject, ...more] =
    line.split(' ')
  const [chapters = '-', file, cover, title, words] = more
  return {
    type: 'resource',
    by,
    days: Number(days),
    ...reviewOf(came),
    value: {
      title,
      resourceKind,
      schoolStage,
      grade,
      semester: null,
      subject,
      textbookEdition: subject === '14' ? '02' : '01',
      nodes: chapters === '-' ? null : chapters.split(',').map(Number),
      author: '林疏影',
      org: '江城区听潮中学',
      shareScope,
      file,
      cover: cover === '-' ? null : cover,
      description: `<p>${words}</p>`,
      isOriginal: true,
      licence: shareScope === '9' ? '3' : '2',
      statement: true,
    },
  }
}

export const teachersResources: readonly ContentStory[] = told.trim().split('\n').map(storyOf)

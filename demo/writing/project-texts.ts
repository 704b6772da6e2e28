/** What the application of a project says, by its title: no two say the same, and each fits its subject. */
export interface ProjectTexts {
  readonly subject: string
  readonly schoolStage: string
  readonly projectCategory: string
  readonly background: string
  readonly objective: string
  readonly content: string
  readonly method: string
  readonly schedule: string
  readonly expectedResult: string
  readonly condition: string
}

/** Words of a title and the subject they speak of; the first that stands in the title counts. */
const subjects: readonly (readonly [word: string, subject: string])[] = [
  ['语文', '13'],
  ['阅读', '13'],
  ['习作', '13'],
  ['数学', '14'],
  ['英语', '41'],
  ['物理', '16'],
  ['化学', '17'],
  ['科学', '15'],
  ['历史', '21'],
  ['海洋', '20'],
  ['地理', '20'],
  ['家校', '71'],
  ['心理', '71'],
  ['劳动', '62'],
  ['体育', '22'],
  ['美术', '25'],
  ['音乐', '24'],
]

/** What was seen before the project, by subject. */
const seen: Readonly<Record<string, string>> = {
  13: '近两年的阅读测评显示，学生能概括内容，却少有人说得出依据；整本书读完以后的交流多停在情节上。',
  14: '抽取三个班的作业本统计，同一知识点的错误在一个单元里平均重复四次，订正后两周内又错的占三成。',
  15: '村小的实验箱缺件多，一学期真正动手的实验不到课标要求的一半，学生对变量控制的题目普遍陌生。',
  16: '传统实验读数慢、误差大，课堂上一次只能做一组；数字传感器到位以后，怎样用还没有成熟的课例。',
  17: '学生记得住方程式，遇到陌生情境不会选用；实验报告多是抄写步骤。',
  20: '学校离海不到三公里，学生对潮汐、渔汛的了解却主要来自课本插图，乡土资源没有进入课程。',
  21: '教材里的地方内容少，学生对身边的遗址、族谱、老码头不熟悉，材料解读题得分率低于全市平均。',
  41: '听说作业多为跟读打卡，提交率高而有效练习时间短，教师难以逐条反馈。',
  71: '渔季家长长时间在海上，家访和家长会的到场率不足四成，学生的情绪变化往往到期末才被发现。',
}
const seenElsewhere =
  '课堂观察和问卷表明，教师的设计意图与学生的实际表现之间有明显落差，经验散在个人手里，没有形成可以共用的做法。'

const aims = [
  '形成一套可以在同类学校使用的课例、工具和评价标准，并说明各自的适用条件。',
  '弄清影响学习效果的主要因素，提出改进方案，在两个年级检验其效果。',
  '开发一册资源，培养五名能独立设计和实施的青年教师。',
  '建立由任务、量规和反馈组成的流程，使教师每周多出的时间不超过一小时。',
]
const ways = [
  '以行动研究为主：每学期一轮“设计、实施、观察、修订”，辅以前后测和个案追踪。',
  '采用课例研究，六次同课异构，每次由两名观察员按量表记录，课后当日讨论。',
  '问卷和访谈摸清现状，准实验比较两个平行班，数据按学期统计。',
  '文献研究与教材分析先行，再以工作坊的形式由教师共同开发，专家中期把关。',
]
const works = [
  '一是现状调查，二是方案设计，三是三轮实践，四是总结修订并编写使用说明。',
  '围绕目标、任务、支架、评价四个环节分别设计，各由一个小组负责，月末合并试用。',
  '梳理资源，分单元编写，选取四个单元试教，收集学生作品作为改进的依据。',
  '建立观察点和记录表，形成班级档案，比较不同做法对三类学生的作用。',
]
const plans = [
  '第一学期调查和设计，第二、三学期实践，第四学期总结。',
  '9 月至 12 月准备，次年 1 月至 12 月实施两轮，最后一个学期推广和结题。',
  '前三个月完成工具，随后每两个月一轮，共六轮，结题前两个月撰写报告。',
]
const results = [
  '研究报告一份，案例集一册，论文两篇。',
  '资源包一套（课件、任务单、量规），研究报告一份，公开课四节。',
  '校本教材一册，学生作品集一册，论文一篇。',
  '评价工具一套及使用手册，调查报告和研究报告各一份。',
]
const grounds = [
  '学校提供课时和经费，课题组有多年合作的基础。',
  '课题组四人中三人承担过校级课题，学校有录播室，可以完整记录课例。',
  '所在教研组是区先进教研组，教研员参加指导，实验班级已确定。',
]

const numberOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
const pick = (from: readonly string[], at: number): string => from[at % from.length] ?? ''

/** The texts of an application, worked out from its title. */
export function projectTexts(title: string): ProjectTexts {
  const at = numberOf(title)
  const subject = subjects.find(([word]) => title.includes(word))?.[1] ?? '60'
  const schoolStage = title.includes('小学') ? '2' : title.includes('高中') ? '4' : '3'
  return {
    subject,
    schoolStage,
    projectCategory: pick(['3', '3', '2', '4', '5'], at),
    background: `${seen[subject] ?? seenElsewhere}因此提出“${title}”。`,
    objective: pick(aims, at),
    content: pick(works, Math.floor(at / 3)),
    method: pick(ways, Math.floor(at / 5)),
    schedule: pick(plans, Math.floor(at / 7)),
    expectedResult: pick(results, Math.floor(at / 11)),
    condition: pick(grounds, Math.floor(at / 13)),
  }
}

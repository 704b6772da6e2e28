import type { Work } from './bands.ts'

/** Numbers that look random and are the same on every run (mulberry32). */
export function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296
  }
}
export type Random = () => number

const pick = <T>(random: Random, list: readonly T[]): T => {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('empty list')
  return one
}
const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((one) => [random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one)

const words = (text: string): readonly string[] => text.split(' ')
const slots: Readonly<Record<string, readonly string[]>> = {
  subject: words(
    '语文 数学 英语 物理 化学 生物学 历史 地理 道德与法治 体育与健康 音乐 美术 信息科技 科学 劳动',
  ),
  stage: words(
    '小学低年段 小学中年段 小学高年段 初中起始年级 初中毕业年级 高一年级 农村小学 乡镇初中 完全中学 九年一贯制学校',
  ),
  topic: words(
    '整本书阅读 习作评改 口语交际 计算错因 几何直观 数据意识 词汇积累 听说结合 实验探究 概念建构 史料实证 区域认知 议题式教学 体能练习 合唱训练 水墨体验 编程思维 工程实践 家务劳动 错题整理 单元作业 课堂提问 小组合作 项目学习 跨学科主题 过程性评价 课后服务 学困生转化 心理韧性 阅读迁移',
  ),
  method: words(
    '行动研究 课例研究 问卷调查 个案追踪 对比实验 文本分析 访谈 课堂观察 德尔菲法 扎根理论 准实验设计 作品分析',
  ),
  means: words(
    '任务单 思维导图 学习档案 评价量规 微视频 互动白板 平板电脑 在线题库 同伴互评表 情境短剧 实物模型 观察日志 图书角 班级公约 家校联系册 数字画板 传感器 语音测评 校园气象站 社区场馆',
  ),
  gain: words(
    '学习兴趣 表达的条理 提问的质量 合作的深度 解题的灵活性 自我监控 阅读速度 动手能力 证据意识 审美判断 运动习惯 劳动观念 迁移水平 课堂参与 情绪稳定 时间管理',
  ),
  trouble: words(
    '目标虚化 活动流于形式 评价单一 课时不足 资源零散 教师负担偏重 学生差异被忽略 前后学段脱节 作业机械重复 反馈滞后 情境牵强 指导笼统 家庭支持不足 器材短缺 数据无人使用',
  ),
  people: words(
    '教研员 班主任 骨干教师 新入职教师 备课组长 家长志愿者 高校导师 学生小组长 图书管理员 实验员',
  ),
}

const sentences = [
  '针对{stage}{subject}教学中{trouble}的现象，本课题从{topic}入手寻找出路。',
  '课题组先用{method}摸清了{n}名学生在{topic}方面的起点。',
  '我们发现，{trouble}往往与{trouble}同时出现，单靠{means}难以扭转。',
  '研究设计了由{means}和{means}组成的支架，在{n}个班级轮流使用。',
  '每{m}周由{people}牵头开展一次研讨，把{topic}拆成可以观察的步骤。',
  '与对照班相比，实验班的{gain}提高了{m}个百分点，而{gain}没有明显差别。',
  '{people}记录了{n}节课，从中归纳出{m}条提升{gain}的做法。',
  '学生借助{means}呈现自己的思路，{people}据此调整下一课的安排。',
  '预期成果包括{n}份{means}、{m}篇课例以及一份面向{people}的操作手册。',
  '在第{m}轮实践里，{means}被证明对{gain}较弱的孩子更有帮助。',
  '论文讨论了{method}在{subject}学科中的适用条件，并提醒防止{trouble}。',
  '为了不增加负担，{topic}的任务被放进每天{n}分钟的碎片时间。',
  '评价改为{people}与学生共同商定的{means}，关注{gain}的变化过程。',
  '后续将把{topic}推广到{n}所{stage}，继续追踪{gain}。',
  '访谈显示，{people}最看重的是{gain}，最担心的是{trouble}。',
  '借助{means}收集到的{n}条记录，课题组画出了{topic}的进阶路线。',
  '本文以{m}个真实片段说明{people}怎样借{means}化解{trouble}。',
  '资源库已经收录{n}件{subject}作品，全部由{stage}学生完成。',
  '我们把{topic}与本地的农事、戏曲和河流结合，形成{m}个主题。',
  '研究周期为{m}年，分为准备、推进、检验三个时段。',
] as const
const titles = [
  '{stage}{subject}{topic}的{method}',
  '基于{means}的{subject}{topic}实践研究',
  '以{topic}提升学生{gain}的策略探索',
  '{means}支持下{stage}{gain}培养研究',
  '{subject}课堂中{trouble}的成因与对策',
  '指向{gain}的{subject}{topic}设计与实施',
] as const

function filled(random: Random, template: string, fixed: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === 'n') return String(12 + Math.floor(random() * 400))
    if (slot === 'm') return String(2 + Math.floor(random() * 9))
    return fixed[slot] ?? pick(random, slots[slot] ?? [''])
  })
}

/** An invented work; `about` fixes its subject and stage, as of two works on the same thing. */
export function inventedWork(random: Random, about: Readonly<Record<string, string>> = {}): Work {
  const fixed = {
    subject: pick(random, slots['subject'] ?? []),
    stage: pick(random, slots['stage'] ?? []),
    ...about,
  }
  const chosen = shuffled(random, sentences).slice(0, 6 + Math.floor(random() * 4))
  return {
    title: filled(random, pick(random, titles), fixed),
    abstract: chosen.map((one) => filled(random, one, fixed)).join(''),
  }
}

const synonyms: readonly (readonly [string, string])[] = [
  ['本课题', '本项目'],
  ['课题组', '研究团队'],
  ['研究', '探究'],
  ['学生', '孩子'],
  ['提高', '提升'],
  ['发现', '看到'],
  ['设计', '研制'],
  ['教学', '课堂'],
  ['现象', '情况'],
  ['包括', '含有'],
  ['记录', '记载'],
  ['做法', '经验'],
  ['借助', '利用'],
  ['关注', '重视'],
  ['推广', '拓展'],
  ['显示', '表明'],
  ['形成', '产生'],
  ['任务', '活动'],
  ['实践', '尝试'],
  ['培养', '发展'],
  ['策略', '路径'],
  ['变化', '改变'],
]
const sentencesOf = (text: string) => text.split(/(?<=。)/)

const rewritings: Readonly<Record<string, (random: Random, work: Work) => Work>> = {
  reordered: (random, { title, abstract }) => ({
    title,
    abstract: shuffled(random, sentencesOf(abstract)).join(''),
  }),
  synonyms: (_, work) => {
    const exchanged = (text: string) => synonyms.reduce((all, [from, to]) => all.replaceAll(from, to), text)
    return { title: exchanged(work.title), abstract: exchanged(work.abstract) }
  },
  numbers: (random, { title, abstract }) => ({
    title,
    abstract: abstract.replaceAll(/\d+/g, () => String(2 + Math.floor(random() * 500))),
  }),
  cut: (random, { title, abstract }) => {
    const all = sentencesOf(abstract)
    const left = Math.max(3, Math.ceil(all.length * 0.6))
    return { title, abstract: all.slice(0, left).join('') || pick(random, all) }
  },
}

/** Two works, and whether the second was made of the first, and how. */
export interface Pair {
  readonly first: Work
  readonly second: Work
  readonly how: string
}

/**
 * Invented pairs: half of them rewritten by one to three rules under another title, half on the same subject
 * and stage by somebody else.
 */
export function plantedPairs(count: number, seed: number): Pair[] {
  const random = randomBy(seed)
  const rules = Object.keys(rewritings)
  return Array.from({ length: count }, (_, i) => {
    const about = { subject: pick(random, slots['subject'] ?? []), stage: pick(random, slots['stage'] ?? []) }
    const first = inventedWork(random, about)
    if (i % 2 === 1) return { first, second: inventedWork(random, about), how: 'unrelated' }
    const how = shuffled(random, rules).slice(0, 1 + Math.floor(random() * 3))
    const rewritten = how.reduce((work, rule) => rewritings[rule]?.(random, work) ?? work, first)
    // Half of them hide behind a title of another frame.
    const second = random() < 0.5 ? rewritten : { ...rewritten, title: inventedWork(random, about).title }
    return { first, second, how: how.join('+') }
  })
}

import { yearOf, subjectName, type Maker } from './about.ts'

/** What researchers of a subject are known for. */
const strengths = ['单元整体教学', '作业设计', '课堂观察', '命题与学业评价', '青年教师培养', '跨学科学习']
const works = [
  '主持校本教研制度建设',
  '每学期组织区域公开课和听评课',
  '参与县区学业质量分析报告的撰写',
  '承担新教师岗前培训的学科课程',
]

/** 教研员 of the stage and subject that somebody teaches: most of them beside their classes. */
export const researcherOf: Maker = (random, { life, teacher, places }, on) => {
  const senior = life.workStart < `${yearOf(on) - 12}-01`
  const teamKind = senior
    ? random.code({ 1: 4, 2: 34, 3: 22, 4: 25, 5: 15 })
    : random.code({ 2: 10, 4: 30, 5: 60 })
  const years = Math.max(1, yearOf(on) - yearOf(`${life.workStart}-01`))
  const isOver = random.chance(0.25)
  return {
    teamKind,
    schoolStage: life.stage,
    subject: life.subject,
    // Who leads a group of a school has no region.
    ...(teamKind !== '4' && { areaCode: teacher.plan.area }),
    startDate: `${yearOf(on) - (isOver ? 3 : 0)}-09-01`,
    ...(isOver && { endDate: `${yearOf(on)}-08-31` }),
    isFullTime: teamKind === '1',
    introduction: `从事${subjectName(life.subject)}教学${years}年，研究${random.pick(strengths)}，${random.pick(works)}；在${places.area}内开设专题讲座。`,
  }
}

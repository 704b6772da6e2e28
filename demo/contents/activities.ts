import type { Told } from './write.ts'

const paragraphs = (...parts: string[]) => parts.join('\n\n')

/** [writer, title, kind, mode, level, stages, subjects, organizer, host, [from, to] in hours from the start of today, place, quota, cover, plan]. */
type Activity = readonly [string, string, string, string, string, string[], string[], string, string, readonly [number, number], string, number | null, string, string]

const day = (days: number, from: number, to: number) => [days * 24 + from, days * 24 + to] as const

const activities: readonly Activity[] = [
  ['city', '高中语文整本书阅读专题研讨', '03', '3', '3', ['4'], ['13'], '阳江市教师发展中心', '苏慕清', day(1, 14.5, 17), '江城区听潮中学报告厅，可线上参加', 120, 'talk-reading', '围绕《乡土中国》的两节课展开：一节导读，一节交流。请参加的老师先读完第四章，带一个学生真实提出的问题来。'],
  ['area2', '小学科学实验教学同课异构', '04', '1', '4', ['2'], ['15'], '阳东区教师发展中心', '莫海棠', day(3, 9, 11.5), '阳东区石榴小学', 60, 'outdoor-science', '三位教师同上“水的蒸发”，器材只用教室里找得到的东西。课后按观察量表逐条讨论，不打分。'],
  ['city', '名师讲坛：让评价回到课堂', '07', '2', '3', ['2', '3'], ['14'], '阳江市教师发展中心', '黎远舟', day(4, 15, 17), '线上，报名后通知地址', null, 'live-lecture', '讲三件小事：怎样问出学生的想法，怎样记下来，第二天怎样用上。'],
  ['area', '幼小衔接联合教研第六次集体备课', '01', '1', '4', ['1', '2'], ['85'], '江城区教师发展中心', '冯若兰', day(6, 9.5, 11.5), '江城区教师发展中心302室', 40, 'course-children', '幼儿园大班和小学一年级的老师坐在一起，备“认识校园”这一单元，各写一份，再合成一份。'],
  ['area', '初中数学作业设计研讨', '03', '1', '4', ['3'], ['14'], '江城区教师发展中心', '周启衡', day(8, 14.5, 17), '江城区听潮中学录播室', 80, 'talk-number', '每校带一份真实的作业和十份学生的答卷，讨论哪些题可以不留。'],
  ['school', '听潮中学语文组公开备课', '01', '1', '5', ['4'], ['13'], '江城区听潮中学', '林疏影', day(2, 15, 16.5), '听潮中学语文办公室', 30, 'talk-reading', '本周的问题是“学生读得懂、写不出”。欢迎兄弟学校的老师旁听、插话。'],
  ['city', '阳江市小学英语听说教学展示', '04', '3', '3', ['2'], ['41'], '阳江市教师发展中心', '许向帆', day(11, 9, 11.5), '阳江市扬帆实验学校', 150, 'live-room', '展示两节听说课。展示之后由乡镇小学的老师提问，主讲人当场修改一个环节再上一遍。'],
  ['area2', '乡村学校复式教学联合教研', '09', '1', '4', ['2'], ['13', '14'], '阳东区教师发展中心', '柯守田', day(13, 9, 16), '阳东区各教学点轮流', 36, 'studio-tree', '上午听两节复式课，下午一起编排下学期的课表和座位。'],
  ['city', '心理健康教育教师案例督导', '03', '2', '3', ['3', '4'], ['71'], '阳江市教师发展中心', '温知夏', day(16, 19, 21), '线上', 50, 'course-children', '每次督导一个真实案例，隐去姓名和学校。请遵守保密约定，不录音录像。'],
  ['cityschool', '扬帆实验学校人工智能课程开放日', '99', '1', '5', ['2', '3'], ['76'], '阳江市扬帆实验学校', '许向帆', day(0, 8.5, 18), '扬帆实验学校各教室', 200, 'course-code', '开放八间教室，从识别树叶到训练一个会分类的小程序，来访老师可以坐下来和学生一起做。'],
  ['city', '体育与健康大单元教学研修', '08', '1', '3', ['3'], ['22'], '阳江市教师发展中心', '曾山', day(-1, 8.5, 17), '市体育学校', 60, 'sports-field', '以篮球为例，讨论十八课时怎样连成一个整体。'],
  ['area', '江城区音乐教师合唱工作坊', '08', '1', '4', ['2', '3'], ['24'], '江城区教师发展中心', '蓝静', day(-3, 14, 17), '江城区教师发展中心琴房', 45, 'music-art', '练一首两个声部的童声合唱，再讨论怎样带三十个从没合过唱的孩子。'],
  ['city', '四个县区同备一课（第六轮）', '09', '3', '3', ['2'], ['13', '14'], '阳江市教师发展中心', '苏慕清', day(-6, 9, 16.5), '四县区四个会场同步', 240, 'studio-hall', '二十七所乡镇小学与城区学校结对，同备一课、同上一课。'],
  ['area2', '初中物理演示实验改进展评', '06', '1', '4', ['3'], ['16'], '阳东区教师发展中心', '黎远舟', day(-9, 9, 12), '阳东区听松初级中学', 50, 'outdoor-science', '用易得材料做出看得清楚的现象。每项展示不超过五分钟。'],
  ['school2', '听松初级中学课题中期交流', '05', '1', '5', ['3'], ['14'], '阳东区听松初级中学', '梁若谷', day(-12, 15, 17), '听松初级中学会议室', 30, 'talk-number', '汇报“错题怎样变成下一节课”的课堂记录和下一步打算。'],
  ['city', '新课标教研员研修（线上）', '10', '2', '3', ['2', '3', '4'], ['13'], '阳江市教师发展中心', '苏慕清', day(-20, 19, 21), '线上', null, 'live-lecture', '逐条对照学业质量描述，讨论区县教研员下校该看什么。'],
]

export const toldActivities: readonly Told[] = activities.map(
  ([by, title, activityKind, activityMode, adminLevel, schoolStage, subject, organizer, host, at, place, quota, cover, plan], index) => ({
    type: 'teachingActivity', by, days: 25 - index, at: { startTime: at[0], endTime: at[1] },
    value: {
      title, activityKind, activityMode, adminLevel, schoolStage, subject, organizer, host, place, quota, cover, visibility: '2',
      content: paragraphs(plan, quota === null ? '不限人数，请按时参加。' : `人数上限${quota}人，由所在学校统一报名。`),
      summary: at[1] < 0 ? '活动已按方案完成。各组的讨论记录由主持人整理，将放到资源云，供没有到场的老师查看。' : null,
    },
  }),
)

/** [writer, title, kind, stage, subject, lecturer, unit, [from, to], can be seen again, cover, introduction]. */
type Live = readonly [string, string, string, string | null, string | null, string, string, readonly [number, number], boolean, string, string]

const lives: readonly Live[] = [
  ['city', '一堂看得见思考的数学课', '1', '2', '14', '黎远舟', '阳江市扬帆实验学校', day(0, 0.5, 23.5), false, 'talk-number', '全天轮流直播六节常态课，课间由授课教师回答提问。'],
  ['city', '名师讲坛：让评价回到课堂', '3', null, null, '黎远舟', '阳江市扬帆实验学校', day(4, 15, 17), false, 'live-lecture', '讲三件小事：怎样问出学生的想法，怎样记下来，第二天怎样用上。'],
  ['area', '家长怎样陪孩子读书', '9', '2', '13', '莫素秋', '江城区听潮中学', day(2, 19.5, 21), false, 'course-book', '给家长的一小时，也欢迎班主任来听。'],
  ['area2', '听松初级中学物理公开课', '1', '3', '16', '梁若谷', '阳东区听松初级中学', day(5, 10, 11), false, 'outdoor-science', '浮力一课，学生自己设计实验，教师只提供器材。'],
  ['city', '2026年下半年新教师培训：家校沟通', '4', null, null, '温知夏', '阳江市教师发展中心', day(9, 14.5, 17), false, 'live-room', '四个真实情境，先看老师们怎么说，再讨论怎么说更好。'],
  ['city', '市级课题开题答疑', '5', null, null, '苏慕清', '阳江市教师发展中心', day(12, 15, 16.5), false, 'live-lecture', '集中回答开题报告里最常见的问题。'],
  ['school', '整本书阅读《红楼梦》导读课', '1', '4', '13', '林疏影', '江城区听潮中学', day(-2, 10, 11), true, 'talk-reading', '从人物关系图读起，四十分钟读懂前五回的布局。'],
  ['city', '四个县区同备一课：语文会场', '2', '2', '13', '苏慕清', '阳江市教师发展中心', day(-6, 9, 11.5), true, 'studio-hall', '完整保留了备课时的争论。'],
  ['city', '四个县区同备一课：数学会场', '2', '2', '14', '周启衡', '阳江市教师发展中心', day(-6, 14, 16.5), true, 'talk-number', '乡镇小学的教师主讲，城区教师提问。'],
  ['area', '合唱工作坊成果展示', '2', '2', '24', '蓝静', '江城区教师发展中心', day(-3, 16, 17), false, 'music-art', '两个声部，三十位老师。'],
  ['area2', '复式教学怎样排课', '3', '2', null, '柯守田', '阳西县浅湾教学点', day(-11, 19, 20.5), true, 'studio-tree', '九个孩子、三个年级、一位老师的一天。'],
  ['cityschool', '人工智能走进小学课堂', '1', '2', '76', '许向帆', '阳江市扬帆实验学校', day(-15, 10, 11), true, 'course-code', '孩子们训练一个会认树叶的程序，也讨论它为什么会认错。'],
]

export const toldLives: readonly Told[] = lives.map(([by, title, liveKind, schoolStage, subject, lecturer, org, at, again, cover, introduction], index) => ({
  type: 'liveBroadcast', by, days: 18 - index, at: { startTime: at[0], endTime: at[1] },
  value: {
    title, liveKind, schoolStage, subject, lecturer, org, cover, introduction, visibility: '2',
    watchUrl: at[1] < 0 ? null : 'https://basic.smartedu.cn/', replayUrl: again ? 'https://basic.smartedu.cn/tchMaterial' : null,
  },
}))

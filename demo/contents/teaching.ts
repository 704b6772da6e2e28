import type { Told } from './write.ts'

/** [writer, title, level, stage, subject, lecturer, unit, hours, cover, introduction, lessons]. */
type Course = readonly [string, string, string, string, string, string, string, number, string, string, string]

const courses: readonly Course[] = [
  ['city', '大单元教学设计入门', '2', '3', '13', '苏慕清', '阳江市教师发展中心', 12, 'course-book', '从一个真实的单元开始，写目标、定任务、想评价，最后把它放回一学期里看。', '为什么要想单元\n目标写给谁看\n任务怎样连起来\n评价放在哪里\n把单元放回学期'],
  ['city', '课堂提问的二十个细节', '2', '2', '14', '黎远舟', '阳江市扬帆实验学校', 6, 'talk-number', '每一讲只讲一个细节，配一段十分钟的课堂片段。', '等三秒\n追问一次就够\n让错的先说\n叫谁来答'],
  ['area', '班主任的第一个学期', '3', '3', '71', '莫素秋', '江城区听潮中学', 8, 'course-children', '写给刚当班主任的老师：开学第一天、第一次家长会、第一次处理冲突。', '记住名字\n第一次家长会\n两个孩子吵架了\n写好期末评语'],
  ['area2', '小学科学低成本实验三十例', '2', '2', '15', '莫海棠', '阳东区石榴小学', 10, 'outdoor-science', '器材都能在教室和厨房里找到，每例附安全提示。', '看得见的蒸发\n会跑的影子\n自制天平\n种子要不要光'],
  ['city', '复式教学：一位老师和三个年级', '2', '2', '13', '柯守田', '阳西县浅湾教学点', 9, 'studio-tree', '来自教学点的经验：动静搭配、同题异做、大的带小的。', '一节课怎样分\n座位怎样排\n小助手怎样用\n作业怎样批'],
  ['city', '读懂孩子的情绪', '1', '2', '71', '温知夏', '阳江市教师发展中心', 6, 'course-children', '分清普通的烦恼和需要转介的信号，知道学校该做到哪一步。', '情绪不是问题\n听他把话说完\n什么时候找家长\n什么时候转介'],
  ['cityschool', '小学人工智能启蒙', '3', '2', '76', '许向帆', '阳江市扬帆实验学校', 12, 'course-code', '不写代码也能明白机器是怎样学会的。', '机器怎样认树叶\n为什么会认错\n数据从哪里来\n谁来决定'],
  ['area', '合唱从零开始', '2', '2', '24', '蓝静', '江城区教师发展中心', 8, 'music-art', '没有合唱基础的班级，八次课唱出两个声部。', '听见别人\n呼吸和站姿\n两个声部\n上台'],
  ['city', '篮球大单元：十八课时', '2', '3', '22', '曾山', '市体育学校', 9, 'sports-field', '每课时都有比赛，每场比赛都有人做裁判。', '先玩起来\n传与接\n攻与守\n小小联赛'],
  ['school', '整本书阅读怎样检查', '3', '4', '13', '林疏影', '江城区听潮中学', 5, 'talk-reading', '不用试卷，也知道学生读没读、读懂没有。', '读书笔记怎样看\n五分钟口头报告\n一张人物关系图'],
  ['area2', '物理演示实验的改进', '2', '3', '16', '梁若谷', '阳东区听松初级中学', 6, 'outdoor-science', '让最后一排也看得清楚。', '放大\n变慢\n反着做一遍'],
  ['city', '教师怎样写教学案例', '2', '4', '13', '周启衡', '阳江市教师发展中心', 4, 'course-book', '把一节课里真正发生的事写下来，而不是写总结。', '选一个瞬间\n写清楚经过\n自己的判断'],
]

export const toldCourses: readonly Told[] = courses.map(([by, title, courseLevel, schoolStage, subject, lecturer, lecturerUnit, hours, cover, introduction, lessons], index) => ({
  type: 'course', by, days: 30 + index * 4, pinned: index === 0,
  value: { title, courseLevel, schoolStage, subject, lecturer, lecturerUnit, hours, cover, introduction, lessons, visibility: '2' },
}))

/** [writer, name, kind, level, host, place, area, stage, subject, cover, about the host, about the studio]. */
type Studio = readonly [string, string, string, string, string, string, string, string | null, string | null, string, string, string]

const studios: readonly Studio[] = [
  ['city', '苏慕清高中语文工作室', '1', '3', '苏慕清', '阳江市教师发展中心', '441700', '4', '13', 'studio-hall', '正高级教师，从教二十八年。', '做整本书阅读，每学期公开全部课堂记录。'],
  ['city', '黎远舟物理实验工作室', '4', '2', '黎远舟', '阳江市扬帆实验学校', '441700', '3', '16', 'outdoor-science', '物理学科带头人，做了一百多个课堂实验。', '用身边的材料做实验，每月送一箱器材到乡镇学校。'],
  ['area', '莫素秋班主任工作室', '3', '4', '莫素秋', '江城区听潮中学', '441702', '4', null, 'course-children', '做班主任十九年，坚持每学期家访全班。', '每两周讨论一个真实的班级问题。'],
  ['city', '柯守田乡村教育工作室', '1', '3', '柯守田', '阳西县浅湾教学点', '441721', '2', null, 'studio-tree', '在教学点任教多年，带复式班。', '把邻近的教学点联在一起备课、排课、送教。'],
  ['area2', '梁若谷初中物理工作室', '4', '4', '梁若谷', '阳东区听松初级中学', '441704', '3', '16', 'talk-number', '阳东区骨干教师。', '三所初中共建，成员每学期互相听课八节。'],
  ['area', '冯若兰幼小衔接工作室', '4', '4', '冯若兰', '江城区教师发展中心', '441702', '1', '85', 'course-children', '学前教育教研员。', '幼儿园和小学的老师各占一半。'],
  ['city', '许向帆信息科技工作室', '4', '3', '许向帆', '阳江市扬帆实验学校', '441700', '2', '26', 'course-code', '信息科技教师，人工智能课程试点负责人。', '课程、工具和学生作品都放在资源云，谁都能用。'],
  ['area', '蓝静音乐工作室', '4', '4', '蓝静', '江城区教师发展中心', '441702', '2', '24', 'music-art', '音乐教研员，合唱指挥。', '帮没有专职音乐教师的学校开起合唱课。'],
  ['city', '温知夏心理健康工作室', '1', '3', '温知夏', '阳江市教师发展中心', '441700', null, '71', 'studio-hall', '心理健康教育教研员。', '案例督导、教师减压、危机转介演练。'],
  ['city', '曾山体育工作室', '4', '3', '曾山', '市体育学校', '441700', '3', '22', 'sports-field', '市体育学科带头人。', '做大单元教学，带乡镇学校办起班级联赛。'],
  ['area2', '莫海棠小学科学工作室', '4', '4', '莫海棠', '阳东区石榴小学', '441704', '2', '15', 'outdoor-science', '小学科学教研员。', '低成本实验三十例的编写团队。'],
  ['city', '周启衡名校长工作室', '2', '3', '周启衡', '阳江市教师发展中心', '441700', null, null, 'live-lecture', '曾任两所初中校长。', '校长们每月到一所成员学校待一整天，只看不评。'],
]
const fellows = ['林疏影　江城区听潮中学', '梁若谷　阳东区听松初级中学', '柯守田　阳西县浅湾教学点', '许向帆　阳江市扬帆实验学校', '莫海棠　阳东区石榴小学', '冯若兰　江城区教师发展中心']

export const toldStudios: readonly Told[] = studios.map(([by, name, studioKind, studioLevel, host, org, areaCode, schoolStage, subject, cover, hostIntro, introduction], index) => ({
  type: 'studio', by, days: 100 + index * 6,
  value: {
    name, studioKind, studioLevel, host, org, areaCode, schoolStage, subject, cover, hostIntro, introduction, periodStart: '2025-09-01', periodEnd: '2028-08-31',
    plan: '第一年打磨课例，第二年整理成可以借用的材料，第三年由成员带新的成员。', members: fellows.filter((one) => !one.startsWith(host)).slice(0, 3 + (index % 3)).join('\n'),
  },
}))

/** [writer, title, kind, stage, grade, subject, edition, chapter, author, unit, how far shared, file, cover, description]. */
type Resource = readonly [string, string, string, string, string, string, string | null, string | null, string, string, string, string, string, string]

const resources: readonly Resource[] = [
  ['city', '大单元备课模板（小学语文）', '01', '2', '03', '13', '01', null, '苏慕清', '阳江市教师发展中心', '9', 'sheet-plan', 'course-book', '一页纸写完一个单元，附三份填好的样例。'],
  ['cityschool', '认树叶：人工智能启蒙学习单', '03', '2', '05', '76', null, '第一单元', '许向帆', '阳江市扬帆实验学校', '9', 'sheet-task', 'course-code', '学生边做边填，一节课一张。'],
  ['school', '《乡土中国》第四章导学案', '03', '4', '10', '13', '01', '第四章', '林疏影', '江城区听潮中学', '9', 'sheet-task', 'talk-reading', '先圈词，再画关系，最后提一个问题。'],
  ['area2', '浮力演示实验教学设计', '01', '3', '08', '16', '02', '第十章', '梁若谷', '阳东区听松初级中学', '9', 'sheet-plan', 'outdoor-science', '学生自己设计实验的一课。'],
  ['area', '一年级入学适应课程包', '10', '2', '01', '60', null, null, '冯若兰', '江城区教师发展中心', '9', 'sheet-plan', 'course-children', '前四周每天一课，认识校园、老师和同伴。'],
  ['city', '一元一次方程分层练习', '07', '3', '07', '14', '02', '第三章', '周启衡', '阳江市教师发展中心', '9', 'sheet-practice', 'talk-number', '基础、提高、拓展三层，附讲评要点。'],
  ['city', '高三数学一轮复习试卷', '08', '4', '12', '14', '02', null, '周启衡', '阳江市教师发展中心', '9', 'sheet-practice', 'talk-number', '十二套，按学生错得最多的地方编排。'],
  ['area', '班会课：第一次家长会', '01', '3', '07', '71', null, null, '莫素秋', '江城区听潮中学', '9', 'sheet-plan', 'course-children', '从发言稿到桌椅摆法，都写清楚。'],
  ['area2', '水的蒸发学习单', '03', '2', '03', '15', '08', '第一单元', '莫海棠', '阳东区石榴小学', '9', 'sheet-task', 'outdoor-science', '一周的观察记录。'],
  ['area', '两个声部：童声合唱练习', '06', '2', '04', '24', '09', null, '蓝静', '江城区教师发展中心', '9', 'sheet-practice', 'music-art', '八次课的发声和节奏练习。'],
  ['city', '篮球大单元十八课时教学设计', '01', '3', '08', '22', null, null, '曾山', '市体育学校', '9', 'sheet-plan', 'sports-field', '每课时都有比赛。'],
  ['city', '复式班一周课表样例', '11', '2', '02', '60', null, null, '柯守田', '阳西县浅湾教学点', '9', 'sheet-plan', 'studio-tree', '三个年级一位老师，动静搭配。'],
  ['cityschool', '小学英语听说微课脚本', '05', '2', '05', '41', '06', 'Unit 3', '许向帆', '阳江市扬帆实验学校', '3', 'sheet-plan', 'live-room', '每段不超过五分钟，全市老师可以借用。'],
  ['school', '高一语文月考讲评', '08', '4', '10', '13', '01', null, '林疏影', '江城区听潮中学', '1', 'sheet-practice', 'talk-reading', '只在本校共享。'],
  ['area', '江城区初中历史活动课素材', '06', '3', '07', '21', '01', null, '冯若兰', '江城区教师发展中心', '2', 'sheet-task', 'studio-hall', '本区的历史建筑与老照片线索。'],
  ['city', '论文：错题怎样变成下一节课', '09', '3', '08', '14', null, null, '梁若谷', '阳东区听松初级中学', '9', 'sheet-practice', 'course-book', '一个学期的课堂记录和分析。'],
]

export const toldResources: readonly Told[] = resources.map(
  ([by, title, resourceKind, schoolStage, grade, subject, textbookEdition, chapter, author, org, shareScope, file, cover, description], index) => ({
    type: 'resource', by, days: 3 + index * 5, pinned: index === 0,
    value: { title, resourceKind, schoolStage, grade, semester: null, subject, textbookEdition, chapter, author, org, shareScope, file, cover, keywords: null, description, isOriginal: true },
  }),
)

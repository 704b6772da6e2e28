import { news } from './news.ts'
import { teachingNews } from './teaching-news.ts'
import type { ContentStory } from './write.ts'

/**
 * Policies and notices of the region: [login of the writer, days ago, value]. All of it is invented.
 */
const policies: readonly ContentStory[] = [
  {
    type: 'policy',
    by: 'city',
    days: 6,
    pinned: true,
    attached: [
      'scan',
      {
        form: '教师交流轮岗申请表',
        rows: ['姓名', '任教学校', '任教学科', '本校连续任教年限', '意向学校', '交流期限', '学校意见'],
      },
    ],
    value: {
      title: '阳江市中小学教师交流轮岗管理办法（试行）',
      tags: '交流轮岗 乡村教师',
      policyKind: '3',
      docNo: '阳教〔2026〕41号',
      issuer: '阳江市教育局',
      issueDate: '2026-11-12',
      areaCode: '441700',
      content:
        '第一条　为促进城乡教师均衡配置，规范教师交流轮岗工作，制定本办法。\n\n第二条　在同一所学校连续任教满六年的专任教师，应当参加交流轮岗；距法定退休年龄不足五年的，可以不参加。\n\n第三条　交流期限一般不少于两年。交流期间人事关系、工资待遇不变，乡村学校任教的按规定享受生活补助。\n\n第四条　交流经历由接收学校在教师档案的工作经历中登记，经县区教育局审核后生效，作为职称评审中农村任教年限的依据。\n\n第五条　本办法自印发之日起试行两年。',
    },
  },
  {
    type: 'policy',
    by: 'city',
    days: 24,
    attached: ['scan'],
    value: {
      title: '为教师减轻非教学负担的十项规定',
      tags: '减负',
      policyKind: '3',
      docNo: '阳教〔2026〕38号',
      issuer: '阳江市教育局',
      issueDate: '2026-10-26',
      areaCode: '441700',
      content:
        '一、同一项数据只报一次。能从教师档案中取得的，任何科室不得再发表格要求教师填写。\n\n二、未列入年度清单的检查、评比不得进校园。\n\n三、不得要求教师上街执勤、抄录学生家庭与教学无关的信息。\n\n四、各校每学期末公示本学期教师承担的非教学任务，市教育局随机核实。',
    },
  },
  {
    type: 'policy',
    by: 'city',
    days: 40,
    attached: [
      'scan',
      {
        form: '继续教育学时登记更正申请表',
        rows: ['姓名', '学年', '培训项目', '已登记学时', '申请更正为', '理由和材料', '学校意见'],
      },
    ],
    value: {
      title: '教师继续教育学时认定与登记细则（2026年修订）',
      tags: '继续教育 学时',
      policyKind: '5',
      docNo: '阳教师〔2026〕17号',
      issuer: '阳江市教育局教师工作科',
      issueDate: '2026-10-10',
      areaCode: '441700',
      content:
        '专任教师每年继续教育不少于72学时，五年累计不少于360学时。\n\n公需科目、专业科目由培训机构登记；校本研修由学校登记，每年计入的不超过24学时。\n\n教师对登记的学时有疑问的，可以在教师档案中申请更正，学校应当在五个工作日内答复。',
    },
  },
  {
    type: 'policy',
    by: 'area',
    days: 15,
    attached: [
      'scan',
      {
        form: '乡村教师在岗情况月报表',
        rows: ['学校', '月份', '在岗教师人数', '本月离岗教师', '本月返岗教师', '校长签字'],
      },
    ],
    value: {
      title: '江城区乡村教师生活补助发放对象核定办法',
      tags: '乡村教师 生活补助',
      policyKind: '4',
      docNo: '江教财〔2026〕9号',
      issuer: '江城区教育局',
      issueDate: '2026-11-04',
      areaCode: '441702',
      content:
        '补助对象为在本区乡镇及以下学校、教学点任教的在编教师。\n\n学校每月核对在岗情况，以教师档案中的工作经历和岗位聘任为准，不再另报纸质材料。\n\n离岗满一个月的，自次月起停发；返岗的，自返岗当月起恢复。',
    },
  },
  {
    type: 'policy',
    by: 'area',
    days: 1,
    review: 'waiting',
    attached: ['scan'],
    value: {
      title: '江城区教师校本研修学时登记办法（送审稿）',
      policyKind: '4',
      docNo: '江教师〔2026〕31号',
      issuer: '江城区教育局',
      issueDate: '2026-11-20',
      areaCode: '441702',
      content:
        '校本研修由学校按活动登记，一次活动登记一条，附签到表和活动记录。\n\n每名教师每年计入的校本研修学时不超过24学时，超出的保留记录，不计学时。\n\n教师教研活动中主讲、上公开课的，按实际课时的两倍登记。',
    },
  },
  {
    type: 'policy',
    by: 'area2',
    days: 33,
    attached: [
      'scan',
      {
        form: '名师工作室年度考核表',
        rows: ['工作室名称', '主持人', '成员人数', '乡村学校成员人数', '本年课例', '自评'],
      },
    ],
    value: {
      title: '阳东区名师工作室建设与考核实施细则',
      policyKind: '4',
      docNo: '阳东教〔2026〕22号',
      issuer: '阳东区教育局',
      issueDate: '2026-10-17',
      areaCode: '441704',
      content:
        '工作室每个周期三年，成员不超过十五人，乡村学校成员不少于三分之一。\n\n考核看三件事：带出了谁、留下了什么课例、乡村学校用上了没有。',
    },
  },
]

const notices: readonly ContentStory[] = [
  {
    type: 'notice',
    by: 'city',
    days: 1,
    pinned: true,
    value: {
      title: '2026年度中小学教师职称申报今起受理',
      noticeKind: '1',
      visibility: '2',
      content:
        '各县区教育局、市直属各学校：\n\n2026年度中小学教师职称申报自11月23日起受理，12月10日18:00截止，材料交所在学校。学校审核至12月5日，县区教育局审核至12月9日。\n\n教师申报前请先核对教师档案：学历、任职经历、继续教育和年度考核以档案中已通过的记录为准。\n\n遇到问题请先查看平台首页的服务热线。',
    },
  },
  {
    type: 'notice',
    by: 'city',
    days: 2,
    value: {
      title: '教师资格定期注册（2026年秋季）结果公示',
      noticeKind: '3',
      visibility: '2',
      content:
        '经学校初核、县区复核，第三批共有312名教师通过定期注册。公示期为五个工作日。\n\n对结果有异议的，请在公示期内以书面形式向所在县区教育局教师工作股反映。',
    },
  },
  {
    type: 'notice',
    by: 'area',
    days: 3,
    at: { confirmBy: 10 * 24 },
    value: {
      title: '江城区抽查信息化教学校本考核的通知',
      noticeKind: '1',
      visibility: '2',
      content:
        '区教育局将于12月第一周抽查六所学校的信息技术应用能力校本考核情况。\n\n抽查只看已上传平台的材料，学校不必另做台账。',
    },
  },
  {
    type: 'notice',
    by: 'city',
    days: 4,
    value: {
      title: '2025年立项市级课题提交中期报告的安排',
      noticeKind: '1',
      visibility: '2',
      content: '2025年立项的市级课题应于12月20日前提交中期报告。课题负责人变更的，请同时提交变更说明。',
    },
  },
  {
    type: 'notice',
    by: 'area2',
    days: 7,
    value: {
      title: '阳东区青年教师课堂教学比赛进入复赛人员名单',
      noticeKind: '2',
      visibility: '2',
      content:
        '经初赛评审，共有48名青年教师进入复赛。复赛于12月6日在阳东区听松初级中学举行，采用现场抽题、独立备课的方式。',
    },
  },
  {
    type: 'notice',
    by: 'city',
    days: 9,
    attached: [
      {
        form: '市级名师工作室学员推荐表',
        rows: ['姓名', '学校', '任教学科', '教龄', '拟入工作室', '推荐理由', '学校意见'],
      },
    ],
    value: {
      title: '推荐2027年市级名师工作室学员的通知',
      noticeKind: '1',
      visibility: '2',
      content: '每校推荐不超过两人，乡村学校不受名额限制。推荐人选应在同一学科任教满三年。',
    },
  },
  {
    type: 'notice',
    by: 'admin',
    days: 10,
    value: {
      title: '本周六夜间平台维护，暂停填报和审核',
      noticeKind: '2',
      visibility: '2',
      content:
        '本周六22:00至次日6:00平台进行维护，期间不能填报和审核。没有填完的内容会保存在您的电脑上，维护结束后可以继续填写。',
    },
  },
  {
    type: 'notice',
    by: 'area',
    days: 13,
    value: {
      title: '寒假共读一本书：向各校征集书目',
      noticeKind: '1',
      visibility: '2',
      content: '请各校语文、班主任、心理三个学科组各推荐一本书，写明推荐理由，不超过两百字。',
    },
  },
  {
    type: 'notice',
    by: 'city',
    days: 18,
    value: {
      title: '转发省教育厅关于规范教师表彰奖励材料的通知',
      noticeKind: '4',
      visibility: '2',
      content: '今后各类表彰不再要求教师提交事迹材料的装订本。荣誉以教师档案中已通过审核的记录为准。',
    },
  },
  {
    type: 'notice',
    by: 'city',
    days: 6,
    at: { confirmBy: 4 * 24 },
    value: {
      title: '请各县区核对教师编制数据',
      noticeKind: '1',
      visibility: '1',
      audienceRoles: ['4'],
      content:
        '各县区教育局：\n\n请对照编制部门的最新批复，核对本县区各学校的编制数和在编人数，有出入的在平台上联系市教育局教师工作科。',
    },
  },
  {
    type: 'notice',
    by: 'school',
    days: 5,
    value: {
      title: '听潮中学关于核对教师档案的提醒',
      noticeKind: '1',
      visibility: '1',
      content: '请各位老师在本周五前登录平台核对学习经历和联系方式，有出入的及时修改提交。',
    },
  },
]

/** What says nothing of its audience is everybody's. */
export const articles: readonly ContentStory[] = [...policies, ...notices, ...news, ...teachingNews].map(
  (told) => ({
    ...told,
    value: { visibility: '2', ...told.value },
  }),
)

/**
 * Routes of district, city and province. The three levels have the same 58 pages under their own prefix
 * (specification section 2 writes the province's in full); counterpart support exists for city and province.
 */
import type { Role } from '../access/roles.ts'
import { activityTabs, declareTabs, pagesUnder, type PageEntry, type Row, type RowExtra } from './entry.ts'
import { studioTabs } from './studio-tabs.ts'
import { pairTabs, supportProcesses } from './pair-tabs.ts'

const workspace: readonly Row[] = [
  ['/sy', '工作台', 'workbench', { page: 'workspace-home' }],
  ['/myIndex', '单位主页', 'workbench', { page: 'workspace-home' }],
  ['/messageList', '消息', 'message', { page: 'message-list' }],
  // Beside the specification: what became of the reminders that left the portal.
  ['/xiaoxiSongda', '消息送达', 'delivery', { page: 'deliveries' }],
  // Beside the specification: one list of what waits, for everybody.
  ['/daiban', '待办事项', 'todo', { page: 'todos' }],
  ['/personal', '个人中心', 'userAccount', { page: 'personal' }],
  ['/common', '打开应用', 'app', { page: 'app-opening' }],
  ['/dealtDetail', '更正与确认', 'correction', { page: 'correction-list' }],
  ['/gerenXinxi', '个人信息请求', 'correction', { page: 'cases', cases: { types: ['privacyRequest'] } }],
  ['/declareDetail', '申报详情', 'declaration', declareTabs],
  ['/wdyy', '我的应用', 'app', { page: 'apps' }],
]

/** The page of projects, or of those in the states of one stage. */
const ofProject = (...states: readonly string[]): RowExtra => ({
  page: 'research',
  cases: {
    types: states.length > 0 ? ['researchProject'] : ['researchProject', 'projectChange'],
    ...(states.length > 0 && { states }),
  },
})

const research: readonly Row[] = [
  ['/xqkygl', '科研管理', 'researchProject', ofProject()],
  [
    '/ktsqsh',
    '立项审核',
    'researchProject',
    ofProject('recommending', 'expertReview', 'publicity', 'pendingNational'),
  ],
  ['/ktktsh', '开题审核', 'researchProject', ofProject('openingPending')],
  ['/ktzjsh', '中期审核', 'researchProject', ofProject('midtermPending')],
  ['/ktjtsh', '结题审核', 'researchProject', ofProject('closingPending')],
  ['/xqlwgl', '论文管理', 'researchPaper', { page: 'research', cases: { types: ['researchPaper'] } }],
  [
    '/xqlwsh',
    '论文审核',
    'researchPaper',
    { page: 'research', cases: { types: ['researchPaper'], states: ['recommending', 'accepted'] } },
  ],
  ['/xqjxalgl', '教学案例管理', 'teachingCase', { page: 'research', cases: { types: ['teachingCase'] } }],
  [
    '/xqjxalsh',
    '教学案例审核',
    'teachingCase',
    { page: 'research', cases: { types: ['teachingCase'], states: ['recommending', 'accepted'] } },
  ],
  ['/xqktxx', '征集通知', 'researchNotice', { page: 'campaigns' }],
  // Beside the specification, which has pages for experts and none for the office that asks them.
  ['/zhuanjiaPingshen', '专家评审', 'expertReview', { page: 'review-rounds' }],
  ['/zhuanjiaKu', '专家库', 'expertReview', { page: 'expert-pool' }],
]

/** The desk of a type of content. */
const kept = { page: 'contents' } as const

const training: readonly Row[] = [
  ['/pxjh', '培训计划', 'trainingPlan', { page: 'training-plans' }],
  ['/ltxmgl', '培训项目', 'trainingProject', { page: 'training-projects', notices: 'trainingProject' }],
  ['/ltkcgl', '培训课程', 'trainingSession', { page: 'training-sessions' }],
  ['/xqkczy', '课程资源', 'trainingCourse', kept],
  [
    '/xxpxbm',
    '培训报名',
    'trainingEnrolment',
    { page: 'training-enrolments', cases: { types: ['trainingEnrolment'] } },
  ],
  ['/xxpxbmxy', '报名学员', 'trainingEnrolment', { page: 'training-learners' }],
  ['/cxxyxq', '学员详情', 'trainingEnrolment', { page: 'training-learner' }],
  ['/xqhmc', '花名册', 'roster', { page: 'training-rosters' }],
  // Beside the specification: what an office asks the teachers below it.
  ['/dcwj', '调查问卷', 'survey', { page: 'surveys' }],
  ['/mdgl', '名单管理', 'roster', { page: 'name-lists', cases: { types: ['roster'] } }],
  // Beside the specification: how hours of a year are counted; the province publishes it.
  ['/xsgz', '学时规则', 'trainingCredit', { page: 'hour-rules' }],
  ['/xqdqrs', '地区人数统计', 'trainingCredit', { page: 'training-figures' }],
  ['/xqxmyx', '项目研修统计', 'trainingCredit', { page: 'training-figures' }],
  ['/xqfdjs', '辅导教师统计', 'trainingCredit', { page: 'training-figures' }],
  ['/xqxzgly', '管理员统计', 'trainingCredit', { page: 'training-figures' }],
]

const resources: readonly Row[] = [
  ['/gxzy', '共享资源', 'resource', { page: 'library' }],
  ['/xqqyzyk', '区域资源库', 'resource', { page: 'library' }],
  ['/xqzysh', '资源审核', 'resource', { page: 'content-review' }],
  ['/jcml', '教材目录', 'resource', { page: 'textbooks' }],
  ['/qqts', '侵权投诉', 'resource', { page: 'complaints', cases: { types: ['infringementComplaint'] } }],
  ['/xqqystk', '区域试题库', 'question', { page: 'questions' }],
  ['/xqstsh', '试题审核', 'question', { page: 'question-review' }],
  ['/xqsjk', '试卷库', 'examPaper', { page: 'papers' }],
]

const teachingResearch: readonly Row[] = [
  ['/jydwgl', '教研队伍', 'researchTeam', { page: 'institution-records', records: ['researchTeam'] }],
  ['/jyyhgl', '教研用户', 'researchUser', { page: 'teaching-users' }],
  ['/jyjyzb', '教研直播', 'liveBroadcast', kept],
  // Beside the specification: what teachers of the own institution asked to broadcast.
  ['/zbsq', '直播申请', 'liveBroadcast', { page: 'cases', cases: { types: ['broadcastRequest'] } }],
  ['/zhibojian', '直播间', 'liveBroadcast', { page: 'live-room' }],
  // Beside the specification: where a sitting is led, the code on the screen and the marks.
  ['/jyqd', '教研签到', 'presence', { page: 'teaching-sittings' }],
  // Beside the specification: rubrics of observed lessons, in versions.
  ['/gclb', '观察量表', 'researchActivity', { page: 'teaching-rubrics' }],
  [
    '/jyjyhd',
    '教研活动',
    'researchActivity',
    {
      page: 'teaching-activities',
      notices: 'researchActivity',
      cases: { types: ['activityPlace'] },
      tabs: activityTabs,
    },
  ],
  [
    '/jyjyz',
    '教研组',
    'researchGroup',
    {
      page: 'institution-records',
      tabs: { 教研组: 'researchGroup', 学校科组: 'subjectGroup' },
    },
  ],
  ['/jyjykc', '教研课程', 'course', { page: 'courses' }],
  [
    '/jymsgzs',
    '名师工作室',
    'studio',
    {
      page: 'studios',
      notices: 'studioNotice',
      cases: { types: ['studio', 'studioYear', 'membership'] },
      tabs: studioTabs,
    },
  ],
  ['/jyyhtjbg', '用户统计报告', 'teachingReports', { page: 'teaching-report' }],
  ['/jyyxtjbg', '研修统计报告', 'teachingReports', { page: 'teaching-report' }],
  ['/jyzytj', '资源统计', 'teachingReports', { page: 'teaching-report' }],
  ['/jyzytjbg', '资源统计报告', 'teachingReports', { page: 'teaching-report' }],
  ['/jyzyk', '教研资源库', 'resource', kept],
  ['/jystk', '教研试题库', 'question', { page: 'questions' }],
  ['/jysjk', '教研试卷库', 'examPaper', { page: 'papers' }],
  ['/jytzgg', '教研通知', 'teachingNotice', kept],
  ['/jyjyzx', '教研资讯', 'teachingNews', kept],
]

const support: readonly Row[] = [
  ['/bfsy', '帮扶首页', 'supportWorkstation', { page: 'support-home' }],
  ['/bflbt', '帮扶轮播图', 'supportCarousel', kept],
  ['/bfkl', '帮扶课例', 'supportLesson', kept],
  ['/bfkl/klpl', '课例评论', 'supportLesson', { page: 'support-comments' }],
  ['/bfmssj', '名师讲坛', 'supportLecture', kept],
  ['/bszjgw', '专家顾问', 'supportAdviser', kept],
  ['/bfggxx', '帮扶公告', 'supportNotice', kept],
  ['/bftshd', '特色活动', 'supportActivity', kept],
  [
    '/bfgzz',
    '帮扶工作站',
    'supportWorkstation',
    {
      ...kept,
      cases: { types: supportProcesses },
      tabs: { 帮扶工作站: { key: 'supportWorkstation', page: 'contents' }, ...pairTabs },
    },
  ],
]

/** Beside the specification: a district is a side of agreements and has no workstation. */
const pairsOfDistrict: readonly Row[] = [
  [
    '/jdbf',
    '结对帮扶',
    'pairAgreement',
    { page: 'support-pairs', cases: { types: supportProcesses }, tabs: pairTabs },
  ],
]

/**
 * The page for items that moved up to the province because no level below could review them (modules.json,
 * lifecycle review, chain). The province has no review pages for personal and integrity archives.
 */
const movedUp: Row = [
  '/dealtDetail',
  '上报事项与更正',
  'todo',
  {
    page: 'review',
    tabs: {
      更正与确认: { key: 'corrections', page: 'correction-list' },
      基本信息: 'basicInfo',
      学习经历: 'studyExperience',
      工作经历: 'workExperience',
      岗位聘任: 'postAppointment',
      职务聘任: 'techPositionAppointment',
      教育教学: 'teachingRecord',
      语言能力: 'languageAbility',
      海外研修: 'overseasStudy',
      人才项目: 'talentProject',
      交流轮岗: 'rotation',
      奖励与荣誉: 'rewardHonor',
      职称评定: 'titleCertification',
      技能证书: 'skillCertificate',
      教师资格: 'teacherQualification',
      培训登记: 'trainingRegistration',
      定期注册: 'periodicRegistration',
    },
  },
]
/** Not in the specification: the offices that decide about chains need a page to change them. */
const approvalFlow: readonly Row[] = [
  ['/shenheLiucheng', '审核流程', 'approvalFlow', { page: 'approval-flow' }],
]

/**
 * Not in the specification, which has lists of contents for teachers and the province only: offices need a
 * page to write them.
 */
const publishing: readonly Row[] = [['/xinxiFabu', '信息发布', 'publishing', { page: 'contents' }]]

/** Not in the specification: offices add fields to the shipped types (docs/decisions/0223). */
const ownFields: readonly Row[] = [['/ziyouLanmu', '自有栏目', 'ownFields', { page: 'own-fields' }]]

/** Not in the specification: what follows when a record takes effect (docs/decisions/0280). */
const afterRules: readonly Row[] = [['/banjieZhihou', '办结之后', 'afterRules', { page: 'after-rules' }]]
/** Not in the specification: layouts of other systems (docs/decisions/0284). */
const interchange: readonly Row[] = [['/duijie', '对接', 'interchange', { page: 'interchange' }]]
/** Not in the specification: the public site of the office's area (docs/decisions/0282). */
const sites: readonly Row[] = [['/zhandian', '站点', 'site', { page: 'sites' }]]

/** Not in the specification: offices keep printed forms that they made in Word (docs/decisions/0263). */
const officeForms: readonly Row[] = [['/zizhiBiaoge', '自制表格', 'printedForm', { page: 'office-forms' }]]

/** Not in the specification: offices have archives completed by a day (docs/decisions/0250). */
const archiveTasks: readonly Row[] = [['/caijiRenwu', '采集任务', 'archiveTasks', { page: 'archive-tasks' }]]

/** Not in the specification: archives go to the archive of the region (docs/decisions/0283). */
const archiveTransfer: readonly Row[] = [
  ['/guidangYijiao', '归档移交', 'archiveTransfer', { page: 'archive-transfer' }],
]

const common: readonly Row[] = [
  ...workspace,
  ...archiveTasks,
  ...archiveTransfer,
  ...publishing,
  ...ownFields,
  ...afterRules,
  ...interchange,
  ...sites,
  ...officeForms,
  ...research,
  ...training,
  ...resources,
  ...teachingResearch,
]

/** Prefix and role of each level above the school. */
const levels: readonly (readonly [prefix: string, role: Role])[] = [
  ['/area', 4],
  ['/city', 5],
  ['/province', 6],
]

export const regionPages: readonly PageEntry[] = [
  ...levels.flatMap(([prefix, role]) =>
    pagesUnder(
      prefix,
      [role],
      common.map((row) => (role === 6 && row[0] === movedUp[0] ? movedUp : row)),
    ),
  ),
  ...levels.filter(([, role]) => role !== 4).flatMap(([prefix, role]) => pagesUnder(prefix, [role], support)),
  ...pagesUnder('/area', [4], pairsOfDistrict),
  ...pagesUnder('/city', [5], [['/datajslb', '教师数据', 'analysis', { page: 'analysis' }]]),
  ...levels
    .filter(([, role]) => role !== 4)
    .flatMap(([prefix, role]) => pagesUnder(prefix, [role], approvalFlow)),
]

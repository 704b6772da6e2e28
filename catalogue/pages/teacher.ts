/** The teacher's own routes (specification section 2, "Teacher"). */
import { authoredNames } from '../contents/public.gen.ts'
import { slotNames } from '../own/slot-names.ts'
import { pagesUnder, type PageEntry, type Row } from './entry.ts'

const workspace: readonly Row[] = [
  ['/sy', '工作台', 'workbench', { page: 'workspace-home' }],
  ['/myIndex', '个人主页', 'workbench', { page: 'workspace-home' }],
  ['/messageList', '通知', 'notice', { page: 'message-list' }],
  // Beside the specification: one list of what waits, for everybody.
  ['/daiban', '待办事项', 'todo', { page: 'todos' }],
  ['/xiaoxiList', '消息', 'message', { page: 'message-list' }],
  ['/xiaoxiDetails', '消息详情', 'message', { page: 'message-detail' }],
  ['/personal', '个人中心', 'userAccount', { page: 'personal' }],
  ['/common', '打开应用', 'app', { page: 'app-opening' }],
  ['/wdyy', '我的应用', 'app', { page: 'apps' }],
  // Beside the specification: where one belongs, and what offices deal with about it.
  [
    '/renshiShixiang',
    '人事事项',
    'transfer',
    { page: 'own-personnel', cases: { types: ['transfer', 'posting', 'statusChange'] } },
  ],
]

const growth: readonly Row[] = [
  [
    '/wdky',
    '我的科研',
    'researchProject',
    {
      page: 'research',
      cases: { types: ['researchProject', 'projectChange', 'researchPaper', 'teachingCase'] },
    },
  ],
  ['/ktxx', '征集通知', 'researchNotice', { page: 'campaigns', notices: 'researchNotice' }],
  ['/xxkygl', '学校科研', 'researchProject', { page: 'school-research' }],
  [
    '/wdzb',
    '我的直播',
    'liveBroadcast',
    {
      page: 'own-lives',
      cases: { types: ['broadcastRequest'] },
      tabs: {
        看直播: { key: 'lives', page: 'own-lives' },
        我的申请: { key: 'broadcastRequest', page: 'own-lives' },
      },
    },
  ],
  // Beside the specification: where a broadcast is watched and conducted.
  ['/zhibojian', '直播间', 'liveBroadcast', { page: 'live-room' }],
  ['/wdsp', '我的视频', 'liveBroadcast', { page: 'own-videos' }],
  // Beside the specification: everything at which a teacher is expected, by the hour.
  ['/richeng', '我的日程', 'schedule', { page: 'schedule' }],
  [
    '/ltxmgl',
    '培训项目',
    'trainingProject',
    {
      page: 'training-projects',
      notices: 'trainingProject',
      cases: { types: ['trainingEnrolment'] },
      tabs: {
        培训项目: { key: 'trainingProject', page: 'training-projects' },
        我的报名: { key: 'trainingEnrolment', page: 'training-enrolments' },
      },
    },
  ],
  ['/ltkcgl', '培训课程', 'trainingSession', { page: 'training-sessions' }],
  ['/pxda', '培训档案', 'trainingCredit', { page: 'training-hours' }],
  // Beside the specification: what a teacher is expected at, and where a scan leads after signing in.
  ['/pxqd', '培训签到', 'presence', { page: 'own-sessions' }],
  // Beside the specification: surveys that the own school and the offices above ask.
  ['/dcwj', '调查问卷', 'survey', { page: 'own-surveys' }],
  [
    '/jyda',
    '教研档案',
    'researchActivity',
    {
      page: 'teaching-activities',
      notices: 'researchActivity',
      cases: { types: ['activityPlace'] },
      tabs: {
        教研活动: { key: 'researchActivity', page: 'teaching-activities' },
        我的报名: { key: 'activityPlace', page: 'teaching-places' },
        教研档案: { key: 'record', page: 'teaching-record' },
      },
    },
  ],
  // Beside the specification: courses that a teacher learns.
  ['/jykc', '教研课程', 'course', { page: 'learning' }],
  // Beside the specification, which has studios for offices only: hosting one, being in one, asking to be.
  [
    '/gzs',
    '工作室',
    'studio',
    {
      page: 'own-studios',
      cases: { types: ['studio', 'membership', 'studioYear'] },
      tabs: {
        我的工作室: { key: 'own', page: 'own-studios' },
        工作室申报: { key: 'studio', page: 'studio-cases' },
        加入申请: { key: 'membership', page: 'studio-cases' },
        年度总结: { key: 'studioYear', page: 'studio-cases' },
      },
    },
  ],
  // Beside the specification: a teacher whom the school offers to a supported one agrees in person.
  ['/bfqr', '帮扶派出', 'supportOffer', { page: 'cases', cases: { types: ['supportOffer'] } }],
  ['/gzskh', '工作室考核', 'studioNotice', { page: 'campaigns', notices: 'studioNotice' }],
  ['/bxbk', '本校备课', 'resource', { page: 'lesson-prep' }],
  ['/bxzy', '本校资源', 'resource', { page: 'library' }],
  ['/bxst', '本校试题', 'question', { page: 'questions' }],
  ['/bxsj', '本校试卷', 'examPaper', { page: 'papers' }],
  ['/bxkh', '本校考核', 'examPaper', { page: 'paper-uses' }],
  ['/gxzy', '共享资源', 'resource', { page: 'library' }],
  ['/hzzz', '合作作者', 'resource', { page: 'cases', cases: { types: ['resourceAuthor'] } }],
  ['/qqts', '侵权投诉', 'resource', { page: 'cases', cases: { types: ['infringementComplaint'] } }],
  ['/gerenXinxi', '个人信息请求', 'correction', { page: 'cases', cases: { types: ['privacyRequest'] } }],
]

/** Shared with the province, which publishes what teachers read. */
const reading: readonly Row[] = [
  ['/dongtaiList', '培训动态', 'trainingNews', { page: 'reading' }],
  ['/dongtaiDetail', '动态详情', 'trainingNews', { page: 'reading' }],
  ['/zhengceList', '政策文件', 'policy', { page: 'reading' }],
  ['/zhengceDetails', '政策详情', 'policy', { page: 'reading' }],
]

/** A section of the teacher's archive: one record type on a page of its own. */
const section = (path: string, title: string, record: string): Row => [
  path,
  title,
  record,
  { page: 'record-section', records: [record] },
]

const personalArchive: readonly Row[] = [
  section('/manaXinxi', '基本信息', 'basicInfo'),
  section('/hetong', '聘用合同', 'employmentContract'),
  section('/manbXuexi', '学习经历', 'studyExperience'),
  section('/mancGongzuo', '工作经历', 'workExperience'),
  section('/mandGangwei', '岗位聘任', 'postAppointment'),
  section('/maneZhiwu', '职务聘任', 'techPositionAppointment'),
  section('/manfJiaoyu', '教育教学', 'teachingRecord'),
  section('/mangYuyan', '语言能力', 'languageAbility'),
  section('/manhHaiwai', '海外研修', 'overseasStudy'),
  section('/maniRencai', '人才项目', 'talentProject'),
  [
    '/manjOther',
    '其他信息',
    'otherInfo',
    {
      page: 'record-section',
      tabs: {
        交流轮岗: 'rotation',
        联系方式: 'contactInfo',
        家庭成员: 'familyMember',
        其他: 'otherInfo',
        基本待遇: 'salary',
      },
    },
  ],
]

/** Not in the specification: types that a region makes its own, on one page (docs/decisions/0276). */
const ownRecords: readonly Row[] = [
  ['/ziyouDangan', '自有档案', 'ownRecords', { page: 'record-section', records: slotNames }],
]

const professionalArchive: readonly Row[] = [
  section('/majoraKecheng', '课程教学', 'lessonRecord'),
  section('/majorbJiaoyu', '教育工作', 'educationWork'),
  section('/majorcXuexi', '学习研修', 'learningRecord'),
  section('/majordHuodong', '教研活动', 'activityRecord'),
  [
    '/majoreChengguo',
    '教科研成果',
    'researchRecord',
    {
      page: 'record-section',
      tabs: {
        课题: 'researchRecord',
        论文: 'paper',
        著作: 'writing',
        获奖: 'achievementAward',
        文艺作品: 'artwork',
        专利软著: 'patent',
        研究报告: 'researchReport',
      },
    },
  ],
  section('/majorfZiyuan', '资源共享', 'sharedResource'),
  section('/majorgZongjie', '工作总结', 'workSummary'),
]

/** What teachers write; the page is there as soon as a type is written by them. Beside the specification. */
export const writingRows = (authored: readonly string[]): readonly Row[] =>
  authored.length === 0 ? [] : [['/wdzp', '我的作品', 'publishing', { page: 'contents' }]]

export const teacherPages: readonly PageEntry[] = [
  ...pagesUnder('/teacher', [2], writingRows(authoredNames)),
  ...pagesUnder('/teacher', [2], workspace),
  ...pagesUnder('/teacher', [2], growth),
  ...pagesUnder('/teacher', [2, 6], reading),
  ...pagesUnder('/mandata', [2], personalArchive),
  ...pagesUnder('/mandata', [2], ownRecords),
  ...pagesUnder('/majordata', [2], professionalArchive),
]

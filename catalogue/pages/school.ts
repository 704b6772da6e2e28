/**
 * Routes of a school (specification section 2, "School"); what it shares with higher levels is in shared.ts.
 */
import {
  activityTabs,
  declareTabs,
  institutionFigureTabs,
  pagesUnder,
  rollProcessTabs,
  type PageEntry,
} from './entry.ts'
import { pairTabs, supportProcesses } from './pair-tabs.ts'

export const schoolPages: readonly PageEntry[] = [
  ...pagesUnder(
    '/school',
    [3],
    [
      ['/sy', '工作台', 'workbench', { page: 'workspace-home' }],
      ['/myIndex', '学校主页', 'workbench', { page: 'workspace-home' }],
      ['/messageList', '消息', 'message', { page: 'message-list' }],
      // Beside the specification: what became of the reminders that left the portal.
      ['/xiaoxiSongda', '消息送达', 'delivery', { page: 'deliveries' }],
      // Beside the specification: one list of what waits, for everybody.
      ['/daiban', '待办事项', 'todo', { page: 'todos' }],
      ['/personal', '个人中心', 'userAccount', { page: 'personal' }],
      ['/common', '打开应用', 'app', { page: 'app-opening' }],
      ['/dealtDetail', '更正申请', 'correction', { page: 'correction-list' }],
      ['/gerenXinxi', '个人信息请求', 'correction', { page: 'cases', cases: { types: ['privacyRequest'] } }],
      ['/declareDetail', '申报详情', 'declaration', declareTabs],
      // Beside the specification: what the offices above ask to be completed in the archives.
      ['/caijiRenwu', '采集任务', 'archiveTasks', { page: 'archive-tasks' }],
      // Beside the specification: archives that go to the archive of the region.
      ['/guidangYijiao', '归档移交', 'archiveTransfer', { page: 'archive-transfer' }],
      // Beside the specification: where a school writes notices and news.
      ['/xinxiFabu', '信息发布', 'publishing', { page: 'contents' }],
      // Beside the specification: what the school has in this year, and what it writes of it.
      ['/xuexiaoXinxi', '学校信息', 'organization', { page: 'own-institution' }],
      [
        '/bianzhi',
        '学生与编制',
        'organization',
        { page: 'institution-records', tabs: institutionFigureTabs },
      ],
      [
        '/xxkygl',
        '科研管理',
        'researchProject',
        {
          page: 'research',
          cases: { types: ['researchProject', 'projectChange', 'researchPaper', 'teachingCase'] },
        },
      ],
      ['/xxktxx', '征集通知', 'researchNotice', { page: 'campaigns' }],
      ['/jyqd', '教研签到', 'presence', { page: 'teaching-sittings' }],
      // Beside the specification: rubrics of observed lessons, in versions.
      ['/gclb', '观察量表', 'researchActivity', { page: 'teaching-rubrics' }],
      // Beside the specification: a school holds activities, too, and sees those of the offices above it.
      [
        '/jyhd',
        '教研活动',
        'researchActivity',
        {
          page: 'teaching-activities',
          notices: 'researchActivity',
          cases: { types: ['activityPlace'] },
          tabs: activityTabs,
        },
      ],
      // Beside the specification: a school publishes courses, too; here are their lessons.
      ['/bxkc', '本校课程', 'course', { page: 'courses' }],
      // Beside the specification: a school recommends who asks to host a studio, and sees its own people in others.
      [
        '/gzs',
        '名师工作室',
        'studio',
        {
          page: 'studios',
          cases: { types: ['studio', 'membership', 'studioYear'] },
          tabs: {
            运行: { key: 'running', page: 'studios' },
            申报: { key: 'studio', page: 'studio-cases' },
            成员: { key: 'membership', page: 'studio-cases' },
            年度总结: { key: 'studioYear', page: 'studio-cases' },
            已结束: { key: 'over', page: 'studios' },
          },
        },
      ],
      // Beside the specification: agreements of the school with the one that it supports or is supported by.
      [
        '/jdbf',
        '结对帮扶',
        'pairAgreement',
        { page: 'support-pairs', cases: { types: supportProcesses }, tabs: pairTabs },
      ],
      ['/ltxmgl', '培训项目', 'trainingProject', { page: 'training-projects', notices: 'trainingProject' }],
      ['/ltkcgl', '培训课程', 'trainingSession', { page: 'training-sessions' }],
      [
        '/xxpxbm',
        '培训报名',
        'trainingEnrolment',
        { page: 'training-enrolments', cases: { types: ['trainingEnrolment'] } },
      ],
      // Beside the specification: layouts of other systems (docs/decisions/0284).
      ['/duijie', '对接', 'interchange', { page: 'interchange' }],
      // Beside the specification: training days of the school, and checking in to them.
      ['/xbyx', '校本研修', 'presence', { page: 'training-days' }],
      ['/dcwj', '调查问卷', 'survey', { page: 'surveys' }],
      ['/xsgz', '学时规则', 'trainingCredit', { page: 'hour-rules' }],
      ['/mdgl', '名单管理', 'roster', { page: 'name-lists', cases: { types: ['roster'] } }],
      ['/gxzy', '共享资源', 'resource', { page: 'library' }],
      ['/xxxbzyk', '校本资源库', 'resource', { page: 'library' }],
      ['/xxzysh', '资源审核', 'resource', { page: 'content-review' }],
      // Beside the specification: what teachers of the school asked to broadcast.
      ['/zbsq', '直播申请', 'liveBroadcast', { page: 'cases', cases: { types: ['broadcastRequest'] } }],
      ['/zhibojian', '直播间', 'liveBroadcast', { page: 'live-room' }],
      ['/jcml', '教材目录', 'resource', { page: 'textbooks' }],
      ['/qqts', '侵权投诉', 'resource', { page: 'complaints', cases: { types: ['infringementComplaint'] } }],
      ['/xxxbstk', '校本试题库', 'question', { page: 'questions' }],
      ['/xxstsh', '试题审核', 'question', { page: 'question-review' }],
      ['/xxsjk', '试卷库', 'examPaper', { page: 'papers' }],
    ],
  ),
  ...pagesUnder(
    '/setteacher',
    [3],
    [
      [
        '/teacher',
        '教师名册',
        'teacher',
        {
          page: 'roll',
          tabs: {
            名册: { key: 'list', page: 'roll' },
            来校与离校: { key: 'guests', page: 'roll' },
            ...rollProcessTabs,
            基本信息: { record: 'basicInfo', page: 'institution-records' },
            聘用合同: { record: 'employmentContract', page: 'institution-records' },
          },
        },
      ],
      ['/daiyu', '基本待遇', 'salary', { page: 'institution-records', records: ['salary'] }],
      // Beside the specification: a school keeps the accounts of its teachers.
      ['/accounts', '账号管理', 'userAccount', { page: 'office-accounts' }],
      [
        '/kezu',
        '科组管理',
        'subjectGroup',
        { page: 'institution-records', tabs: { 科组: 'subjectGroup', 教研组: 'researchGroup' } },
      ],
      ['/jiaoyan', '教研员名册', 'researchTeam', { page: 'institution-records', records: ['researchTeam'] }],
    ],
  ),
]

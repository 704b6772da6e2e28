/** Routes of the system administrator, of expert reviewers and of review staff (specification section 2). */
import { duties as all, type Duty } from '../access/duties.ts'
import { pagesUnder, type PageEntry } from './entry.ts'

/** Pages of contents are one client page, which reads from the route what to show. */
const kept = { page: 'contents' } as const

/** The system administrator keeps accounts, the security administrator decides about roles. */
const accounts: readonly Duty[] = ['system', 'security']

const adminPages: readonly PageEntry[] = pagesUnder(
  '/appCore',
  [1],
  [
    ['/personal', '个人中心', 'userAccount', { page: 'personal', duties: all }],
    // Beside the specification: where an administrator begins.
    ['/overview', '运行概览', 'overview', { page: 'overview', duties: all }],
    ['/dictionary', '数据字典', 'dictionary', { page: 'dictionary-list' }],
    ['/dictionaryEdit', '字典编辑', 'dictionary', { page: 'dictionary-edit' }],
    ['/logs', '日志', 'log', { page: 'log-list', duties: ['audit'] }],
    // Beside the specification: what would have been sent, outside production.
    ['/outbox', '短信与邮件（开发）', 'outbox', { page: 'outbox' }],
    ['/userSet', '用户管理', 'userAccount', { page: 'user-list', duties: accounts }],
    ['/userSetEdit', '用户编辑', 'userAccount', { page: 'user-edit', duties: accounts }],
    // Beside the specification: who is signed in, on which device.
    ['/zaixian', '在线用户', 'userAccount', { page: 'online-users', duties: accounts }],
    // Beside the specification: an empty portal has nobody else who could add the first bureaus.
    ['/institutions', '机构总览', 'organization', { page: 'institutions' }],
    ['/schools', '学校', 'organization', { page: 'institutions', category: 'school' }],
    // Beside the specification, as for the offices.
    ['/structure', '结构调整', 'organization', { page: 'structure' }],
    // Beside the specification: roles that a second administrator confirms.
    ['/accountRequests', '身份申请', 'userAccount', { page: 'account-requests', duties: accounts }],
    ['/homeLink', '首页链接', 'homeLink', kept],
    ['/homeLinkEdit', '链接编辑', 'homeLink', kept],
    ['/banner', '横幅管理', 'banner', kept],
    ['/bannerEdit', '横幅编辑', 'banner', kept],
    ['/goodTeacher', '名师风采', 'goodTeacher', kept],
    ['/goodTeacherEdit', '名师风采编辑', 'goodTeacher', kept],
    ['/permission', '权限管理', 'permission', { page: 'permission', duties: ['security'] }],
    // Beside the specification, as for the offices.
    ['/reasonLibrary', '意见库', 'reasonLibrary', { page: 'reason-library' }],
    ['/customerUserSet', '站点方案', 'client', { page: 'clients' }],
    ['/customerUserEdit', '站点方案编辑', 'client', { page: 'clients' }],
    ['/customerBinding', '方案适用单位', 'client', { page: 'clients' }],
    // Beside the specification: what the public site of a client says (docs/decisions/0282).
    ['/zhandian', '站点', 'site', { page: 'sites' }],
    // Beside the specification, which has the calls and no page for them.
    ['/apps', '应用管理', 'app', { page: 'app-list' }],
    ['/jiekou', '访问令牌', 'apiToken', { page: 'api-tokens' }],
    // Beside the specification: which apps sign people in through the portal.
    ['/signOn', '应用登录接入', 'app', { page: 'sign-on-clients' }],
    // Beside the specification: by which doors people come in from elsewhere.
    ['/dengluFangshi', '登录方式', 'app', { page: 'sign-in-ways', duties: all }],
    // Beside the specification: which algorithms are used for what (GB/T 39786).
    ['/mimaYingyong', '密码应用', 'app', { page: 'crypto-use', duties: all }],
    // Beside the specification: the server that broadcasts are sent to.
    ['/zhiboFuwu', '直播服务', 'liveBroadcast', { page: 'live-server' }],
    // Beside the specification: what people say about the portal.
    ['/yijianFankui', '意见反馈', 'feedback', { page: 'feedback', duties: all }],
    // Beside the specification: what is held of people, at which level, and why.
    ['/shujuFenji', '数据分级目录', 'log', { page: 'data-register', duties: all }],
    // Beside the specification: which apps are told of who works where.
    ['/tongbu', '数据同步', 'app', { page: 'roster' }],
    ['/uppage', '页面设置', 'siteConfig', kept],
    // Beside the specification, here and below: messages come to everybody.
    ['/messageList', '消息', 'message', { page: 'message-list', duties: all }],
    ['/xiaoxiSongda', '消息送达', 'delivery', { page: 'deliveries' }],
    ['/daiban', '待办事项', 'todo', { page: 'todos', duties: all }],
    ['/historyList', '导入记录', 'importJob', { page: 'import-history' }],
  ],
)

const expertPages: readonly PageEntry[] = pagesUnder(
  '/zhuanjia',
  [99],
  [
    ['/zhuanjiaList', '评审任务', 'expertReview', { page: 'expert-tasks' }],
    ['/zhuanjiaDetail', '评审打分', 'expertReview', { page: 'expert-desk' }],
    // Beside the specification, here and below: whoever signs in needs a place to change the password.
    ['/personal', '个人中心', 'userAccount', { page: 'personal' }],
    ['/messageList', '消息', 'message', { page: 'message-list' }],
    ['/daiban', '待办事项', 'todo', { page: 'todos' }],
  ],
)

/** /home and /home/index mean something else here than in the portal. */
const reviewStaffPages: readonly PageEntry[] = pagesUnder(
  '/home',
  [100, 101, 102],
  [
    ['', '评审材料', 'declaration', { redirect: '/home/index' }],
    ['/index', '评审材料', 'declaration', { page: 'review-materials' }],
    [
      '/reviewMaterialDetails',
      '材料详情',
      'declaration',
      { page: 'review-material', cases: { types: ['declaration'] } },
    ],
    ['/personal', '个人中心', 'userAccount', { page: 'personal' }],
    ['/messageList', '消息', 'message', { page: 'message-list' }],
    ['/daiban', '待办事项', 'todo', { page: 'todos' }],
  ],
)

export const administrationPages: readonly PageEntry[] = [...adminPages, ...expertPages, ...reviewStaffPages]

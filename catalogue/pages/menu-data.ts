/**
 * Top navigation and side menus as they are when every page exists; menus.ts leaves out what has no page yet.
 * Top items and their order: specification section 6. A side entry is a path; where no title stands beside
 * it, the title of the route is used. Pages about one thing are one entry and stand beside each other as tabs.
 * Detail and edit routes are reached from their lists and are in no menu.
 */
import type { Role } from '../access/roles.ts'
import { group, tabs, top, under, type TopItemData } from './menu-lines.ts'
import { growth, schoolTrainingAndResearch, trainingAndResearch } from './menu-of-development.ts'

const integrity = top(
  'integrity-archive',
  '诚信档案',
  group('荣誉与资质', ...under('/marchives', 'marchivesaAreward aBjobname aCskill aDtrain aGregister')),
  group('考核与惩处', ...under('/marchives', 'aEyear aFteacher examinegSD aHpunish')),
)

const archivePages = 'gurwUPData gerenData xuexiData gongzuoData zhuanyeData chengxinData'
const ownArchive = group('档案汇总', ...under('/teacherArchives', `${archivePages} dayinJilu`))
const archives = group('教师档案', ...under('/teacherArchives', `${archivePages} zhiliangData dayinJilu`))

/** Types that a region makes its own; the group is there while one is in force. */
const ownRecords = group('自有档案', ...under('/examinePage', 'ziyouShenhe ziyouDengji'))

const personalReview = top(
  'review',
  '资料审核',
  group(
    '个人档案',
    ['/examinePage/examineaXX', '学习经历'],
    ['/examinePage/examinebGZ', '工作经历'],
    ['/examinePage/examinecGW', '岗位聘任'],
    ['/examinePage/examineiZW', '职务聘任'],
    ['/examinePage/examinedJX', '教育教学'],
    ['/examinePage/examineeYY', '语言能力'],
  ),
  group(
    '诚信档案',
    ['/examinePage/examinefCX', '荣誉与证书'],
    ['/examinePage/examinejZC', '职称评定'],
    '/examinePage/examinehND',
    '/examinePage/examinegSD',
  ),
  ownRecords,
  group('审核记录', '/examinePage/shenheJilu'),
)

const professionalReview = top(
  'professional-archive',
  '专业档案',
  group(
    '专业档案审核',
    ['/zhuanyeaJX/zhuanyeaJX', '教学'],
    ['/zhuanyeaJX/zhuanyebXX', '学习研修'],
    ['/zhuanyeaJX/zhuanyecKY', '科研'],
    ['/zhuanyeaJX/zhuanyedCG', '成果'],
    ['/zhuanyeaJX/zhuanyeeGX', '资源共享'],
    ['/zhuanyeaJX/zhuanyefZJ', '工作总结'],
  ),
  group('审核意见', '/examinePage/yijianKu'),
)

/** The province has no top item for the review of records, so what it decided stands here. */
const reviewOfProvince: TopItemData = {
  ...professionalReview,
  groups: [...professionalReview.groups, ownRecords, group('审核记录', '/examinePage/shenheJilu')],
}

const imports = group('导入与导出', ...under('/history', 'getHistoryUp getHistory'))
/** With the layouts of other systems, which offices and schools exchange files by. */
const withInterchange = (prefix: string) => ({
  ...imports,
  lines: [...imports.lines, `${prefix}/duijie`],
})
const apps = (...others: readonly string[]): TopItemData =>
  top('apps', '应用中心', group('应用', '/appPages/appList', ...others))

const teacherMenu: readonly TopItemData[] = [
  top(
    'home',
    '首页',
    group('工作台', ...under('/teacher', 'sy daiban richeng gerenXinxi')),
    group('消息', ...under('/teacher', 'xiaoxiList messageList dongtaiList zhengceList')),
  ),
  top(
    'personal-archive',
    '个人档案',
    group('基本情况', ...under('/mandata', 'manaXinxi hetong manbXuexi mancGongzuo manjOther ziyouDangan')),
    group(
      '岗位与教学',
      ...under('/mandata', 'mandGangwei maneZhiwu manfJiaoyu mangYuyan manhHaiwai maniRencai'),
      '/teacher/renshiShixiang',
    ),
    ownArchive,
  ),
  top(
    'professional-archive',
    '专业档案',
    group(
      '专业档案',
      ...under(
        '/majordata',
        'majoraKecheng majorbJiaoyu majorcXuexi majordHuodong majoreChengguo majorfZiyuan majorgZongjie',
      ),
    ),
  ),
  integrity,
  growth,
  apps(),
]

const schoolMenu: readonly TopItemData[] = [
  top(
    'home',
    '首页',
    group('工作台', ...under('/school', 'sy daiban messageList xiaoxiSongda dealtDetail gerenXinxi')),
    group('信息发布', ['/school/xinxiFabu', '通知与动态']),
  ),
  top(
    'teachers',
    '教师管理',
    group(
      '教师',
      ...under('/setteacher', 'teacher daiyu kezu jiaoyan accounts'),
      '/school/caijiRenwu',
      '/school/guidangYijiao',
    ),
    group('学校', ...under('/school', 'xuexiaoXinxi bianzhi')),
    archives,
    withInterchange('/school'),
  ),
  personalReview,
  professionalReview,
  integrity,
  schoolTrainingAndResearch,
  apps(),
]

function institutions(prefix: string): TopItemData {
  return top(
    'institutions',
    '机构管理',
    group(
      '机构',
      ...under(
        '/institu',
        'instituaaList instituaDivisional institubSchool institucTeachers institudOther tiaozheng',
      ),
      '/institu/bianzhi',
    ),
    group('账号', '/institu/accounts', '/institu/jiekou'),
    group(
      '栏目与审核',
      `${prefix}/ziyouLanmu`,
      `${prefix}/zhandian`,
      `${prefix}/zizhiBiaoge`,
      `${prefix}/banjieZhihou`,
      ...(prefix === '/area' ? [] : [`${prefix}/shenheLiucheng`]),
    ),
  )
}

const analysis = top(
  'analysis',
  '数据分析',
  group(
    '教师队伍',
    ...under('/analysis', 'teacher_analysis teacher_Statistics teacherage teacherecharts nianbao highlevel'),
  ),
  group('查询', ...under('/analysis', 'ziChaXun haXunList')),
  group('数据大屏', ['/analysis/shujuDapin', '大屏设置'], '/dataLarge', '/datashow', '/datatrain'),
)

function regionMenu(prefix: string): readonly TopItemData[] {
  const province = prefix === '/province'
  const publishing = group(
    '信息发布',
    [`${prefix}/xinxiFabu`, '政策、通知与动态'],
    ...(province ? under('/teacher', 'zhengceList dongtaiList') : []),
  )
  const figures =
    prefix === '/city' ? [{ ...archives, lines: [...archives.lines, '/city/datajslb'] }] : [archives]
  return [
    top(
      'home',
      '首页',
      group('工作台', ...under(prefix, 'sy daiban messageList xiaoxiSongda dealtDetail gerenXinxi')),
      publishing,
    ),
    top(
      'teachers',
      '教师管理',
      group(
        '教师',
        '/areas/teacher',
        '/areas/jiaoyan',
        '/areas/hebing',
        `${prefix}/caijiRenwu`,
        `${prefix}/guidangYijiao`,
      ),
      ...figures,
      withInterchange(prefix),
    ),
    ...(province ? [reviewOfProvince] : [personalReview, professionalReview]),
    integrity,
    institutions(prefix),
    analysis,
    trainingAndResearch(prefix),
    apps('/appRole'),
  ]
}

const adminMenu: readonly TopItemData[] = [
  top(
    'platform',
    '平台管理',
    group(
      '系统',
      ...under('/appCore', 'overview daiban'),
      tabs('消息', ...under('/appCore', 'messageList xiaoxiSongda')),
      ...under('/appCore', 'yijianFankui dictionary permission'),
      tabs('数据保护', ...under('/appCore', 'shujuFenji mimaYingyong')),
      ...under('/appCore', 'reasonLibrary logs'),
    ),
    group('机构', ...under('/appCore', 'institutions schools structure')),
    group(
      '用户',
      ...under(
        '/appCore',
        'userSet zaixian accountRequests customerUserSet customerBinding zhandian signOn dengluFangshi zhiboFuwu',
      ),
    ),
    group('门户', ...under('/appCore', 'uppage homeLink banner goodTeacher')),
    group('应用', '/appCore/apps', '/appRole', '/appCore/jiekou', '/appCore/tongbu'),
    { ...imports, lines: [...imports.lines, '/appCore/historyList'] },
  ),
]

/** Full menus by role; review staff work without a menu. */
export const menuData: Readonly<Record<Role, readonly TopItemData[]>> = {
  1: adminMenu,
  2: teacherMenu,
  3: schoolMenu,
  4: regionMenu('/area'),
  5: regionMenu('/city'),
  6: regionMenu('/province'),
  99: [top('tasks', '评审', group('评审', ...under('/zhuanjia', 'zhuanjiaList daiban messageList')))],
  100: [],
  101: [],
  102: [],
}

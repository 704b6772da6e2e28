/**
 * Routes several workspaces share: archives, approval, institutions, analysis, full-screen boards, import.
 * For school, district and city some are not written out in section 2 and follow from the navigation of
 * section 6.
 */
import {
  institutionFigureTabs,
  pagesUnder,
  rollProcessTabs,
  type Audience,
  type PageEntry,
  type PageName,
  type Row,
} from './entry.ts'
import { slotNames } from '../own/slot-names.ts'

const archiveReaders: readonly Audience[] = [2, 3, 4, 5, 6]
const reviewers: readonly Audience[] = [3, 4, 5]
const managers: readonly Audience[] = [3, 4, 5, 6]
const regions: readonly Audience[] = [4, 5, 6]

/** The client pages that a role gets for reviewed and for recorded types of the integrity archive. */
type ArchivePages = { readonly reviewed: PageName; readonly recorded: PageName }

const toTeacher: ArchivePages = { reviewed: 'record-section', recorded: 'record-section' }
/** A school registers recorded types on the same page. */
const toSchool: ArchivePages = { reviewed: 'archive-list', recorded: 'institution-records' }
const toRegion: ArchivePages = { reviewed: 'archive-list', recorded: 'archive-list' }

/**
 * Section 2 writes only the first of these with its full prefix; the other spelling of the rest is an alias.
 */
const integrity = (letters: string, title: string, record: string, page: PageName): Row => [
  `/${letters}`,
  title,
  record,
  { page, records: [record], aliases: [`/marchives/marchivesa${letters.slice(1)}`] },
]

const integrityArchive = ({ reviewed, recorded }: ArchivePages): readonly Row[] => [
  ['/marchivesaAreward', '奖励与荣誉', 'rewardHonor', { page: reviewed, records: ['rewardHonor'] }],
  integrity('aBjobname', '职称评定', 'titleCertification', reviewed),
  [
    '/aCskill',
    '技能证书',
    'skillCertificate',
    {
      page: reviewed,
      tabs: { 教师资格: 'teacherQualification', 技能证书: 'skillCertificate' },
      aliases: ['/marchives/marchivesaCskill'],
    },
  ],
  integrity('aDtrain', '培训登记', 'trainingRegistration', reviewed),
  integrity('aEyear', '年度考核', 'annualAssessment', recorded),
  integrity('aFteacher', '师德考核', 'ethicsAssessment', recorded),
  ['/examinegSD', '师德测评', 'ethicsReview', { page: recorded, records: ['ethicsReview'] }],
  integrity('aGregister', '定期注册', 'periodicRegistration', reviewed),
  integrity('aHpunish', '惩处记录', 'punishment', recorded),
]

/** The whole archive of one teacher, opened at one of its three parts. */
const documents: readonly Row[] = [
  ['/gurwUPData', '档案总览', 'teacherArchive', { page: 'archive-overview' }],
  ['/gerenData', '个人档案', 'teacherArchive', { page: 'archive-document', archive: 'personal' }],
  ['/zhuanyeData', '专业档案', 'teacherArchive', { page: 'archive-document', archive: 'professional' }],
  ['/chengxinData', '诚信档案', 'teacherArchive', { page: 'archive-document', archive: 'integrity' }],
]

/** Records across the archives by what they are about: a teacher's own sections, an officer's lists. */
const archiveLists = (page: PageName): readonly Row[] => [
  [
    '/xuexiData',
    '学习档案',
    'teacherArchive',
    {
      page,
      tabs: { 学习经历: 'studyExperience', 培训登记: 'trainingRegistration', 学习研修: 'learningRecord' },
    },
  ],
  [
    '/gongzuoData',
    '工作档案',
    'teacherArchive',
    {
      page,
      tabs: {
        工作经历: 'workExperience',
        岗位聘任: 'postAppointment',
        职务聘任: 'techPositionAppointment',
        教育教学: 'teachingRecord',
      },
    },
  ],
]

/** A review page of one record type. */
const review = (path: string, title: string, record: string): Row => [
  path,
  title,
  record,
  { page: 'review', records: [record] },
]

const personalReview: readonly Row[] = [
  [
    '/examineaXX',
    '学习经历审核',
    'studyExperience',
    { page: 'review', tabs: { 学习经历: 'studyExperience', 基本信息: 'basicInfo' } },
  ],
  [
    '/examinebGZ',
    '工作经历审核',
    'workExperience',
    { page: 'review', tabs: { 工作经历: 'workExperience', 海外研修: 'overseasStudy', 交流轮岗: 'rotation' } },
  ],
  review('/examinecGW', '岗位聘任审核', 'postAppointment'),
  review('/examinedJX', '教育教学审核', 'teachingRecord'),
  review('/examineeYY', '语言能力审核', 'languageAbility'),
  [
    '/examineiZW',
    '职务聘任审核',
    'techPositionAppointment',
    { page: 'review', tabs: { 职务聘任: 'techPositionAppointment', 人才项目: 'talentProject' } },
  ],
  review('/examinejZC', '职称评定审核', 'titleCertification'),
]

/**
 * Review of the integrity archive. Of what is registered without a review, punishments come from the district
 * too, the rest from schools.
 */
const integrityReview = (assessments: PageName, punishments: PageName): readonly Row[] => [
  [
    '/examinefCX',
    '诚信档案审核',
    'rewardHonor',
    {
      page: 'review',
      tabs: {
        奖励与荣誉: 'rewardHonor',
        技能证书: 'skillCertificate',
        教师资格: 'teacherQualification',
        培训登记: 'trainingRegistration',
        定期注册: 'periodicRegistration',
        惩处记录: { record: 'punishment', page: punishments },
      },
    },
  ],
  [
    '/examinegSD',
    '师德考核',
    'ethicsAssessment',
    { page: assessments, tabs: { 师德考核: 'ethicsAssessment', 师德测评: 'ethicsReview' } },
  ],
  ['/examinehND', '年度考核', 'annualAssessment', { page: assessments, records: ['annualAssessment'] }],
]

const professionalReview: readonly Row[] = [
  [
    '/zhuanyeaJX',
    '教学审核',
    'lessonRecord',
    { page: 'review', tabs: { 课程教学: 'lessonRecord', 教育工作: 'educationWork' } },
  ],
  review('/zhuanyebXX', '学习研修审核', 'learningRecord'),
  [
    '/zhuanyecKY',
    '科研审核',
    'activityRecord',
    { page: 'review', tabs: { 教研活动: 'activityRecord', 课题: 'researchRecord' } },
  ],
  [
    '/zhuanyedCG',
    '成果审核',
    'paper',
    {
      page: 'review',
      tabs: {
        论文: 'paper',
        著作: 'writing',
        获奖: 'achievementAward',
        文艺作品: 'artwork',
        专利软著: 'patent',
        研究报告: 'researchReport',
      },
    },
  ],
  review('/zhuanyeeGX', '资源共享审核', 'sharedResource'),
  review('/zhuanyefZJ', '工作总结审核', 'workSummary'),
]

const analysis: readonly Row[] = [
  ['/teacher_analysis', '队伍分析', 'analysis', { page: 'analysis' }],
  ['/teacher_Statistics', '教师统计', 'analysis', { page: 'analysis' }],
  ['/teacherage', '年龄分析', 'analysis', { page: 'analysis' }],
  ['/teacherecharts', '结构图表', 'analysis', { page: 'analysis' }],
  ['/nianbao', '年报统计表', 'analysis', { page: 'analysis' }],
  ['/highlevel', '高层次人才', 'highLevel', { page: 'talents' }],
  ['/highlevelDetail', '人才详情', 'highLevel', { page: 'talent' }],
  ['/ziChaXun', '自定义查询', 'customQuery', { page: 'custom-query' }],
  ['/haXunList', '查询列表', 'customQuery', { page: 'custom-queries' }],
  ['/shujuDapin', '数据大屏', 'bigScreen', { page: 'boards' }],
]

export const sharedPages: readonly PageEntry[] = [
  // A teacher brings in own files; tables of archives are imported by the school.
  ...pagesUnder(
    '/history',
    [2],
    [
      ['/getHistoryUp', '数据导入', 'importJob', { page: 'own-imports' }],
      ['/getHistory', '导入历史', 'importJob', { page: 'own-import-history' }],
    ],
  ),
  ...pagesUnder(
    '/history',
    [1, ...managers],
    [
      ['/getHistoryUp', '数据导入', 'importJob', { page: 'import' }],
      [
        '/getHistory',
        '导入导出记录',
        'importJob',
        {
          page: 'import-history',
          tabs: {
            导入记录: { key: 'imports', page: 'import-history' },
            导出记录: { key: 'exports', page: 'exports' },
          },
        },
      ],
    ],
  ),
  ...pagesUnder('/marchives', [2], integrityArchive(toTeacher)),
  ...pagesUnder('/marchives', [3], integrityArchive(toSchool)),
  ...pagesUnder('/marchives', regions, integrityArchive(toRegion)),
  ...pagesUnder('/teacherArchives', archiveReaders, documents),
  ...pagesUnder('/teacherArchives', archiveReaders, [
    ['/dayinJilu', '打印记录', 'printedForm', { page: 'printed-forms' }],
  ]),
  ...pagesUnder('/teacherArchives', [2], archiveLists('record-section')),
  ...pagesUnder('/teacherArchives', managers, archiveLists('archive-list')),
  ...pagesUnder('/teacherArchives', managers, [
    ['/zhiliangData', '数据质量', 'teacherArchive', { page: 'quality-report' }],
  ]),
  // Beside the specification, which has the calls and no page for offices.
  ...pagesUnder('/examinePage', managers, [
    ['/yijianKu', '意见库', 'reasonLibrary', { page: 'reason-library' }],
    ['/shenheJilu', '我的审核记录', 'myReviews', { page: 'my-reviews' }],
    // Types that a region makes its own (docs/decisions/0276).
    ['/ziyouShenhe', '自有档案审核', 'ownRecords', { page: 'review', records: slotNames }],
    ['/ziyouDengji', '自有档案登记', 'ownRecords', { page: 'institution-records', records: slotNames }],
  ]),
  ...pagesUnder('/appPages', archiveReaders, [['/appList', '应用中心', 'app', { page: 'apps' }]]),
  ...pagesUnder('/examinePage', reviewers, personalReview),
  ...pagesUnder('/examinePage', [3], integrityReview('institution-records', 'institution-records')),
  ...pagesUnder('/examinePage', [4], integrityReview('archive-list', 'institution-records')),
  ...pagesUnder('/examinePage', [5], integrityReview('archive-list', 'archive-list')),
  ...pagesUnder('/zhuanyeaJX', managers, professionalReview),
  ...pagesUnder('/areas', regions, [
    [
      '/teacher',
      '教师名册',
      'teacher',
      { page: 'roll', tabs: { 名册: { key: 'list', page: 'roll' }, ...rollProcessTabs } },
    ],
    ['/jiaoyan', '教研员名册', 'researchTeam', { page: 'institution-records', records: ['researchTeam'] }],
    // Beside the specification: two archives of one human become one.
    ['/hebing', '重复档案合并', 'teacher', { page: 'joining' }],
  ]),
  ...pagesUnder('/institu', regions, [
    // Beside the specification: with what other systems of the region read.
    ['/jiekou', '访问令牌', 'apiToken', { page: 'api-tokens' }],
    // Beside the specification: whose accounts an authority keeps.
    ['/accounts', '账号管理', 'userAccount', { page: 'office-accounts' }],
    ['/instituaaList', '机构总览', 'organization', { page: 'institutions' }],
    ['/instituaDivisional', '行政机构', 'organization', { page: 'institutions', category: 'divisional' }],
    ['/institubSchool', '学校', 'organization', { page: 'institutions', category: 'school' }],
    ['/institucTeachers', '教师发展机构', 'organization', { page: 'institutions', category: 'teachers' }],
    // Beside the specification: merging, splitting, moving and closing institutions.
    ['/tiaozheng', '结构调整', 'organization', { page: 'structure' }],
    ['/institudOther', '其他机构', 'organization', { page: 'institutions', category: 'other' }],
    // Beside the specification: what is kept of institutions by year.
    ['/bianzhi', '学生与编制', 'organization', { page: 'institution-records', tabs: institutionFigureTabs }],
  ]),
  ...pagesUnder('/analysis', regions, analysis),
  ...pagesUnder('', regions, [
    ['/dataLarge', '教师数据大屏', 'bigScreen', { page: 'board' }],
    ['/datashow', '平台数据大屏', 'bigScreen', { page: 'board' }],
    ['/datatrain', '培训数据大屏', 'bigScreen', { page: 'board' }],
  ]),
  // For the administrator, too, who gives what the authorities narrow (modules.json, app: bind).
  ...pagesUnder('', [1, 4, 5, 6], [['/appRole', '应用授权', 'app', { page: 'app-roles' }]]),
]

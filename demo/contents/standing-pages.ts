import type { ContentStory } from './write.ts'

type Centre = readonly [
  by: string,
  areaCode: string,
  centerKind: string,
  title: string,
  content: string,
  sortNo?: number,
]
const centre = (...[by, areaCode, centerKind, title, content, sortNo = 10]: Centre): ContentStory => ({
  type: 'centrePage',
  by,
  days: 90,
  value: { areaCode, centerKind, title, cover: null, content, sortNo },
})
type Product = readonly [sortNo: number, appCategory: string, name: string, summary: string, content: string]
const product = (...[sortNo, appCategory, name, summary, content]: Product): ContentStory => ({
  type: 'productPage',
  by: 'admin',
  days: 90,
  value: { name, appCategory, cover: null, summary, content, linkUrl: null, sortNo },
})
const about = (anchor: string, title: string, content: string): ContentStory => ({
  type: 'aboutPage',
  by: 'admin',
  days: 90,
  value: { anchor, title, content },
})

const districts = [
  ['441702', '江城区', '城区学校集中，中心以校本研修和青年教师培养为主，承担全市跟岗学校的组织工作。'],
  ['441781', '阳春市', '山区教学点多，中心每月组织一次送教到点，并负责复式教学的教研。'],
  ['441704', '阳东区', '中心与区内三所初中共建名师工作室，负责区级骨干教师的遴选和考核。'],
  ['441721', '阳西县', '沿海小规模学校多，中心以联片教研把邻近学校的同学科教师组织在一起。'],
] as const

/** The pages that stand for years: centres, the product, about us, the site's configuration. */
export const standingPages: readonly ContentStory[] = [
  centre(
    'city',
    '441700',
    'simple',
    '阳江市教师发展中心',
    '阳江市教师发展中心是市教育局所属的公益单位，承担全市中小学、幼儿园教师的培训、教研和教师档案服务。\n\n中心与四个县区的教师发展中心协同工作：市里组织骨干和管理者，县区组织全员，学校做校本研修。',
  ),
  centre(
    'city',
    '441700',
    'setUp',
    '中心机构设置',
    '培训部：年度培训计划、学时登记、结业管理。\n\n教研部：学科教研、课题管理、联合教研。\n\n资源与信息部：本平台的运行、教师档案的数据质量、课例资源整理。\n\n综合办公室：财务、后勤、对外联络。',
  ),
  centre(
    'city',
    '441700',
    'ranks',
    '培训部',
    '专职教师九人，其中正高级教师一人、高级教师五人，另聘兼职培训者四十二人。',
    1,
  ),
  centre(
    'city',
    '441700',
    'ranks',
    '教研部',
    '学科教研员十六人，覆盖义务教育和普通高中全部学科，人人在学校有联系点。',
    2,
  ),
  ...districts.flatMap(([code, name, content]) => [
    centre(
      'city',
      code,
      'simple',
      `${name}教师发展中心`,
      `${content}\n\n办公地点设在当地教育局，业务由市教师发展中心指导。`,
    ),
    centre(
      'city',
      code,
      'setUp',
      `${name}教师发展中心机构设置`,
      '设培训、教研、信息三个岗位组，由中心主任统筹。各镇（街）设一名兼职联络员，负责通知和报名。',
    ),
  ]),
  product(
    1,
    '1',
    '教师档案',
    '一次填报，逐级审核，长期保存。',
    '教师的学习、工作、聘任、考核、荣誉等三十九类资料由本人填写或学校登记。其中二十九类须经审核：十五类由学校审核，其余再报县区、市或省。\n\n没有通过的改动不会覆盖现行的档案；每一次审核写明是谁、什么时候、为什么。',
  ),
  product(
    2,
    '6',
    '资料审核',
    '只看改动的栏目，对着佐证逐条核。',
    '待审资料按等待天数排好。退回时把意见写在具体栏目上，教师改好后直接回到退回的那一步。',
  ),
  product(
    3,
    '5',
    '档案质量',
    '每天核对一遍已经生效的档案。',
    '规则改了、前后矛盾了、快到期了，平台会列出来告诉学校和教师，不用等到评审时才发现。',
  ),
  product(
    4,
    '6',
    '门户与通知',
    '通知、政策、培训动态由各级自己发布。',
    '草稿、送审、定时发布、下架和历次版本都在一处。已发布的页面修改时，读者看到的仍是旧版，直到新版发布。',
  ),
  about(
    'div1',
    '平台是什么',
    '杏坛是开放源代码的教师发展门户，服务一个教育区域的教师、学校和各级教育行政部门。\n\n本站装入的是演示区域的数据，人名、学校和文件都是虚构的。',
  ),
  about(
    'div2',
    '怎样使用',
    '账号由所在学校或教育局发放。首次登录须修改密码。\n\n教师先核对基本信息，再补充学习、工作等经历并上传佐证；学校和上级在“资料审核”里办理。',
  ),
  about(
    'div3',
    '个人信息保护',
    '证件号、手机号、住址等加密保存，按角色显示首尾，查看完整内容要写明理由并留下记录。\n\n教师可以在个人中心看到谁查阅过自己的档案。',
  ),
  {
    type: 'siteConfig',
    by: 'admin',
    days: 90,
    value: {
      platName: '阳江市教师发展与教研平台',
      name: '阳江市教育局',
      platLogo: null,
      indexFootLogo: null,
      homeFootLogo: null,
      hotline: '0662-5550100',
      supportMail: 'help@xingtan.example',
      filingNo: '演示站点，未办理备案',
      educationMinistryUrl: 'https://www.moe.gov.cn/',
      companyUrl: null,
      distanceEducationUrl: null,
    },
  },
]

/** Hosts the demo region's links may open at once. */
export const demoHosts = [
  ['.moe.gov.cn', '教育部'],
  ['edu.gd.gov.cn', '广东省教育厅'],
  ['.smartedu.cn', '国家智慧教育公共服务平台'],
  ['www.chsi.com.cn', '学信网'],
] as const

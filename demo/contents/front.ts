import type { ContentStory } from './write.ts'

type Banner = readonly [sortNo: number, image: string, title: string, summary: string, linkUrl: string]
const banner = (...[sortNo, image, title, summary, linkUrl]: Banner): ContentStory => ({
  type: 'banner',
  by: 'admin',
  days: 20,
  value: { title, summary, bannerPosition: 'top', image, linkUrl, openMode: '0', sortNo },
})
type Link = readonly [linkKind: string, sortNo: number, title: string, url: string, openMode?: string]
const link = (...[linkKind, sortNo, title, url, openMode = '0']: Link): ContentStory =>
  linkBelow(null, linkKind, sortNo, title, url, openMode)
const linkBelow = (
  parentTitle: string | null,
  ...[linkKind, sortNo, title, url, openMode = '0']: Link
): ContentStory => ({
  type: 'homeLink',
  by: 'admin',
  days: 60,
  value: { title, url, linkKind, activeName: null, openMode, sortNo, parentTitle },
})
const more = (sortNo: number, title: string, url: string): ContentStory => ({
  type: 'moreLink',
  by: 'admin',
  days: 60,
  value: { title, url, activeName: null, openMode: '1', sortNo },
})
type Teacher = readonly [
  sortNo: number,
  name: string,
  highLevelKind: string,
  org: string,
  subject: string,
  motto: string,
  introduction: string,
]
const teacher = (
  ...[sortNo, name, highLevelKind, org, subject, motto, introduction]: Teacher
): ContentStory => ({
  type: 'goodTeacher',
  by: 'admin',
  days: 45,
  value: { name, photo: null, highLevelKind, org, subject, motto, introduction, achievements: null, sortNo },
})

/** The front page of the demo region: banners, links, good teachers, blocks. */
export const front: readonly ContentStory[] = [
  banner(
    1,
    'shared-lesson',
    '六十四份联合备课的课例，从今天起开放',
    '二十七所乡镇小学与城区学校结对一个学期，每两周共同打磨一节课。',
    '/home/resourcesCloud',
  ),
  banner(
    2,
    'archive-year',
    '年底之前，请把档案核对一遍',
    '学历、任职、继续教育和考核都以档案中已通过的记录为准，可以打印或存成文件。',
    '/home/messageData/news',
  ),
  banner(
    3,
    'ethics-month',
    '师德学习月：每校一次读书分享',
    '读一本书，讲一个身边的好老师；分享会的安排由各校自定。',
    '/home/jyFIle/jy1Huodong',
  ),
  link('nav', 1, '首页', '/home/index'),
  link('nav', 2, '教师发展中心', '/home/cloudCenter/simple'),
  linkBelow('教师发展中心', 'nav', 12, '机构设置', '/home/cloudCenter/setUp'),
  linkBelow('教师发展中心', 'nav', 13, '师资队伍', '/home/cloudCenter/ranks'),
  link('nav', 3, '政策文件', '/home/messageData/policy'),
  link('nav', 4, '通知公告', '/home/messageData/news'),
  link('nav', 5, '培训动态', '/home/messageData/hdongtai'),
  link('nav', 6, '教研活动', '/home/jyFIle/jy1Huodong'),
  link('nav', 7, '直播', '/home/jyFIle/jy2Zhibo'),
  link('nav', 8, '研修课程', '/home/jyFIle/yx3Kecheng'),
  link('nav', 9, '名师工作室', '/home/msWork'),
  link('nav', 10, '资源云', '/home/resourcesCloud'),
  link('nav', 11, '国家智慧教育平台', 'https://www.smartedu.cn/', '1'),
  link('quick', 1, '机构设置', '/home/cloudCenter/setUp'),
  link('quick', 2, '师资队伍', '/home/cloudCenter/ranks'),
  link('quick', 3, '产品介绍', '/home/product'),
  link('friend', 1, '教育部', 'https://www.moe.gov.cn/', '1'),
  link('friend', 2, '广东省教育厅', 'https://edu.gd.gov.cn/', '1'),
  link('footer', 4, '关于我们', '/home/aboutUs'),
  more(1, '国家中小学智慧教育平台', 'https://basic.smartedu.cn/'),
  more(2, '中国教师资格网', 'https://www.jszg.edu.cn/'),
  more(3, '学信网', 'https://www.chsi.com.cn/'),
  teacher(
    1,
    '柯守田',
    '7',
    '阳西县浅湾教学点',
    '13',
    '点上只有九个孩子，每一个都得教会。',
    '在教学点任教多年，带复式班，把复式教学的办法整理成了一本小册子。',
  ),
  teacher(
    2,
    '黎远舟',
    '6',
    '阳江市扬帆实验学校',
    '16',
    '好问题比好答案留得久。',
    '物理学科带头人，用身边的材料做了一百多个课堂实验。',
  ),
  teacher(
    3,
    '莫素秋',
    '5',
    '江城区听潮中学',
    '13',
    '先看见孩子，再看见分数。',
    '做班主任十九年，坚持每学期家访全班。',
  ),
  teacher(
    4,
    '蓝启山',
    '7',
    '阳春市职业技术学校',
    '91',
    '手上的功夫，是一件一件做出来的。',
    '机电专业教师，学生在省级技能竞赛中多次获奖。',
  ),
  {
    type: 'middleBlock',
    by: 'admin',
    days: 12,
    value: {
      title: '本学年核对档案：11月20日至12月20日',
      content:
        '教师核对学习经历、任教学科和联系方式，有出入的提交变更；学校12月25日前补齐缺项。逾期未核对的，不影响已通过的记录。',
      linkUrl: null,
      sortNo: 1,
    },
  },
]

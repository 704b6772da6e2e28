import type { ContentStory } from './write.ts'

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')

const carousel: readonly ContentStory[] = [
  ['studio-hall', '阳江与粤东三县结对第三年：从送课到共研', '/home/dkbf/gonggao'],
  ['outdoor-science', '把实验带到教学点', '/home/dkbf/keli'],
].map(([image = '', title = '', linkUrl = ''], index): ContentStory => ({
  type: 'supportCarousel',
  by: 'city',
  days: 20 + index,
  value: { title, image, linkUrl, openMode: '0', sortNo: 10 * (index + 1) },
}))

const notices: readonly ContentStory[] = [
  [
    '关于做好 2026 学年支教教师岗前培训的通知',
    '1',
    '3',
    '支教教师到岗前完成 12 学时岗前培训，受援学校提前一周说明班级情况。',
  ],
  ['2026 年组团式帮扶学校名单公告', '2', '2', '名单由两市教育局共同商定，期限三年，每年 12 月评估一次。'],
  ['送教下乡需求征集', '1', '5', '请受援学校在每月 25 日前写明学科、年级和想解决的问题，先说需要，再定人。'],
].map(([title = '', noticeKind = '', supportKind = '', text = ''], index): ContentStory => ({
  type: 'supportNotice',
  by: index === 1 ? 'province' : 'city',
  days: 15 + index * 18,
  pinned: index === 0,
  value: { title, noticeKind, supportKind, content: paragraphs(text) },
}))

const lessons: readonly ContentStory[] = [
  ['二次函数的图象：从一根抛物线开始', '3', '14', '黎远舟', '阳江市扬帆实验学校', 'course-code'],
  ['《背影》：四次流泪', '3', '13', '莫素秋', '江城区听潮中学', 'course-book'],
  ['水的三态变化：用身边的东西做实验', '2', '15', '梁若谷', '阳东区听松初级中学', 'outdoor-science'],
].map(
  ([title = '', schoolStage = '', subject = '', teacherName = '', teacherUnit = '', cover = ''], index) => ({
    type: 'supportLesson',
    by: 'city',
    days: 25 + index * 12,
    value: {
      title,
      supportKind: '6',
      schoolStage,
      subject,
      teacherName,
      teacherUnit,
      videoUrl: '/home/jyFIle/yx3Kecheng',
      cover,
      design: paragraphs('学生先画，再说；受援学校的老师同步上第二课时，课后一起改。'),
      tags: '同步课堂 送教',
    },
  }),
)

const lectures: readonly ContentStory[] = [
  {
    type: 'supportLecture',
    by: 'city',
    days: 40,
    value: {
      title: '乡村学校怎样做校本研修',
      supportKind: '7',
      lecturer: '苏慕清',
      lecturerTitle: '正高级教师',
      lecturerUnit: '阳江市教师发展中心',
      photo: 'live-lecture',
      lectureTime: '2026-10-16T15:00',
      videoUrl: '/home/jyFIle/jy2Zhibo',
      content: paragraphs('一所六个班的学校，怎样用一张表把教研做起来。'),
    },
  },
  {
    type: 'supportLecture',
    by: 'province',
    days: 70,
    value: {
      title: '结对之后：把帮扶写进日常',
      supportKind: '1',
      lecturer: '周启衡',
      lecturerTitle: '高级教师',
      lecturerUnit: '阳江市教师发展中心',
      photo: 'live-room',
      lectureTime: '2026-09-11T19:30',
      content: paragraphs('听课、备课、评课，每周各做一件，三个月看变化。'),
    },
  },
]

const advisers: readonly ContentStory[] = [
  ['苏慕清', '阳江市教师发展中心 副主任', '校本研修与教师发展', 'live-lecture'],
  ['梁若谷', '阳东区听松初级中学 校长', '实验教学', 'outdoor-science'],
].map(([name = '', unitAndDuty = '', field = '', photo = ''], index): ContentStory => ({
  type: 'supportAdviser',
  by: 'city',
  days: 90,
  value: {
    name,
    photo,
    unitAndDuty,
    professionalTitle: index === 0 ? '051' : '052',
    field,
    introduction: paragraphs('每学期到受援学校两次，其余时间线上答疑。'),
    appointStart: '2025-09-01',
    appointEnd: '2028-08-31',
    sortNo: 10 * (index + 1),
  },
}))

const activities: readonly ContentStory[] = [
  {
    type: 'supportActivity',
    by: 'city',
    days: 33,
    pinned: true,
    value: {
      title: '两地同上一堂课：语文单元联合展示',
      supportKind: '1',
      activityDate: '2026-10-23',
      place: '江城区听潮中学',
      partnerOrg: '阳西县实验中学',
      participantCount: 64,
      cover: 'talk-number',
      content: paragraphs('上午同课异构，下午一起改教学设计，改完的一份留给受援学校下周再上。'),
      photos: [],
    },
  },
]

const workstations: readonly ContentStory[] = [
  {
    type: 'supportWorkstation',
    by: 'city',
    days: 200,
    value: {
      name: '阳江—阳西教研帮扶工作站',
      areaCode: '441721',
      partnerOrg: '阳江市教师发展中心',
      leader: '周启衡',
      foundDate: '2024-09-10',
      members: [
        { name: '黎远舟', unit: '阳江市扬帆实验学校', duty: '数学' },
        { name: '莫素秋', unit: '江城区听潮中学', duty: '语文' },
      ],
      cover: 'studio-tree',
      introduction: paragraphs('每周三下午在站，先看课，再一起备下一课。'),
      address: '阳西县织篢镇',
      sortNo: 10,
    },
  },
]

/** What city and province show of counterpart support. */
export const toldSupports: readonly ContentStory[] = [
  ...carousel,
  ...notices,
  ...lessons,
  ...lectures,
  ...advisers,
  ...activities,
  ...workstations,
]

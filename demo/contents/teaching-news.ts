import type { ContentStory } from './write.ts'

/** News and notices of teaching research. All of it is invented. */
export const teachingNews: readonly ContentStory[] = [
  {
    type: 'teachingNotice',
    by: 'area',
    days: 2,
    value: {
      title: '关于组织《背影》同课异构联合教研的通知',
      noticeKind: '1',
      content:
        '各初级中学：\n\n本月在听潮中学组织八年级语文《背影》同课异构。请各校语文教研组选派教师参加，每校至多 6 人；不能到场的，可以看会后公开的课例资料。',
    },
  },
  {
    type: 'teachingNotice',
    by: 'city',
    days: 9,
    value: {
      title: '本学期听课评课安排',
      noticeKind: '1',
      content:
        '各县区教研机构：\n\n本学期教研员深入学校听课不少于 40 节，听课表在平台上填写。请优先安排本学期还没有去过的学校。',
    },
  },
  {
    type: 'teachingNews',
    by: 'area',
    days: 1,
    value: {
      title: '两位老师、两种读法：《背影》同课异构侧记',
      newsKind: '2',
      content:
        '一位老师从“父亲的四次落泪”讲起，另一位让学生先画出月台的路线。评议时大家没有比高下，只对着量表的五项说看到了什么：谁在说话，谁在想，时间花在了哪里。',
    },
  },
  {
    type: 'teachingNews',
    by: 'city',
    days: 6,
    value: {
      title: '集体备课从“分头写”到“一起改”',
      newsKind: '2',
      content:
        '高中物理备课组这学期改了做法：主备人提前三天发出设计，同伴在原文上写意见，备课会上只讨论有分歧的三处。',
    },
  },
  {
    type: 'teachingNews',
    by: 'area2',
    days: 12,
    value: {
      title: '乡村教学点的线上教研：每周三晚上七点',
      newsKind: '1',
      content:
        '十一个教学点的老师每周三晚上在线上一起看一节课，轮流主持。三个月下来，提问从“怎么管纪律”变成了“怎么让他们先说”。',
    },
  },
]

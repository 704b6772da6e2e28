import type { ContentStory } from './write.ts'

/** News of the region; of those for everybody, a school's own pass the district. All of it is invented. */
export const news: readonly ContentStory[] = [
  {
    type: 'trainingNews',
    by: 'city',
    days: 1,
    value: {
      title: '四个县区同备一课：联合教研走完第一轮',
      newsKind: '2',
      content:
        '这一轮联合教研用了一个学期，二十七所乡镇小学与城区学校结对，每两周共同打磨一节课。\n\n参加联合教研的教师说，过去听课是听别人怎么上，这一次是看自己的孩子怎么学。六十四份课例将陆续整理公开。',
    },
  },
  {
    type: 'trainingNews',
    by: 'city',
    days: 5,
    value: {
      title: '全市初中数学骨干教师研修班开班',
      newsKind: '1',
      content:
        '研修班为期十二天，六十名学员来自全市各县区。课程一半在教室，一半在学校：每位学员要回到本校上一节公开课，由同伴按观察量表记录。',
    },
  },
  {
    type: 'trainingNews',
    by: 'area2',
    days: 8,
    value: {
      title: '阳东区一百二十名新教师完成岗前培训',
      newsKind: '1',
      content:
        '一百二十名新教师完成了备课、板书、家校沟通和班级管理四个模块。区教育局为每人指定了一位在岗导师，跟到第一学年结束。',
    },
  },
  {
    type: 'trainingNews',
    by: 'area',
    days: 12,
    value: {
      title: '江城区心理健康教师培训讲危机识别',
      newsKind: '1',
      content: '本周内容是危机识别与转介。授课医生反复提醒：学校要做的是发现和陪伴，不是诊断。',
    },
  },
  {
    type: 'trainingNews',
    by: 'school',
    days: 16,
    review: 'agreed',
    value: {
      title: '听潮中学：把备课组会开成问题会',
      newsKind: '4',
      content:
        '这学期起，备课组每周只讨论一个学生普遍学不会的问题。语文组的第一个问题是“为什么读得懂、写不出”。',
    },
  },
  {
    type: 'trainingNews',
    by: 'school',
    days: 2,
    review: 'waiting',
    value: {
      title: '听潮中学：青年教师每周一节“推门课”',
      newsKind: '4',
      content:
        '听课的人不打分，只写两句话：学生在哪里学会了，在哪里没跟上。一学期下来，十一位青年教师留下了一百三十多张听课便签。',
    },
  },
  {
    type: 'trainingNews',
    by: 'school',
    days: 4,
    review: { sentBack: '文中的家庭情况可以认出是谁，不宜公开；请隐去细节后再送审。' },
    value: {
      title: '听潮中学：一次家访改变了一节数学课',
      newsKind: '4',
      content:
        '数学组把家访写进了备课。家访中发现，作业错得最多的学生，晚上要照看弟弟妹妹。教研组随后把课后作业分成“必做十分钟”和“选做”。',
    },
  },
]

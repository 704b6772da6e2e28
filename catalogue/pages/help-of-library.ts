import type { PageName } from './entry.ts'
import type { Help } from './help.ts'

/** The help of the library of resources and of its review desk; part of `help`. */
export const helpOfLibrary = {
  library: {
    title: '资源库',
    about: '自己能用的资源：本校的，和别的学校、教育局共享过来的。',
    steps: [
      '左边选教材，再选章节，右边只剩这一章的资源；也可以按类别、格式或名称找。',
      '点名称在旁边打开：在线看、下载、收藏、评分。',
      '上传自己的资源：点“上传资源”，选共享到哪一级后提交；学校通过，全校当天就能用，更大的范围等上级通过。',
    ],
    notes: [
      '“使用”只算外校的人，同一个人一个月计一次。',
      '评分满 5 人才显示；作者不能给自己评。',
      '收藏过的资源下架后只剩名称，不能再看和下载。',
      '上级退回时，已经能用的人照常能用；改好后再提交。',
    ],
  },
  'content-review': {
    title: '资源审核',
    about: '本单位要审的资源：看内容，通过或写意见退回。',
    steps: [
      '“等我审核”里最久的在前；点开就在原处看文件和各栏。',
      'A 通过，R 退回并选意见，J、K 换下一条。',
      '通过后，资源立刻在本级范围内可用；申请更大范围的，送到上一级。',
    ],
    notes: ['自己写的不能自己审。', '“全部”里是本单位范围内已共享和在审的，可以下架。'],
  },
} as const satisfies Partial<Record<PageName, Help>>

/** The list a content stands in. */
export const listPath = {
  policy: '/home/messageData/policy',
  notice: '/home/messageData/news',
  trainingNews: '/home/messageData/hdongtai',
} as const
export const listTitle = { policy: '政策文件', notice: '通知公告', trainingNews: '培训动态' } as const
export type Readable = keyof typeof listPath

import { activities } from './activities-rows.ts'
import type { ContentStory } from './write.ts'

const paragraphs = (...parts: string[]) => parts.join('\n\n')

export const toldActivities: readonly ContentStory[] = activities.map(
  (
    [
      by,
      title,
      activityKind,
      activityMode,
      adminLevel,
      schoolStage,
      subject,
      organizer,
      host,
      at,
      place,
      quota,
      cover,
      plan,
    ],
    index,
  ) => ({
    type: 'teachingActivity',
    by,
    days: 25 - index,
    at: { startTime: at[0], endTime: at[1] },
    value: {
      title,
      activityKind,
      activityMode,
      adminLevel,
      schoolStage,
      subject,
      organizer,
      host,
      place,
      quota,
      cover,
      visibility: '2',
      content: paragraphs(
        plan,
        quota === null ? '不限人数，请按时参加。' : `人数上限${quota}人，由所在学校统一报名。`,
      ),
      summary:
        at[1] < 0
          ? '活动已按方案完成。各组的讨论记录由主持人整理，将放到资源云，供没有到场的老师查看。'
          : null,
    },
  }),
)

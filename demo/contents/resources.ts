import { resources } from './resources-rows.ts'
import type { ContentStory } from './write.ts'

export const toldResources: readonly ContentStory[] = resources.map(
  (
    [
      by,
      title,
      resourceKind,
      schoolStage,
      grade,
      subject,
      textbookEdition,
      chapter,
      author,
      org,
      shareScope,
      file,
      cover,
      description,
    ],
    index,
  ) => ({
    type: 'resource',
    by,
    days: 3 + index * 5,
    pinned: index === 0,
    value: {
      title,
      resourceKind,
      schoolStage,
      grade,
      semester: null,
      subject,
      textbookEdition,
      chapter,
      author,
      org,
      shareScope,
      file,
      cover,
      keywords: null,
      description,
      isOriginal: true,
      licence: '2',
      statement: true,
    },
  }),
)

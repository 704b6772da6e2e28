import { z } from 'zod'

/** What the learners of a project are asked, in the order of time. */
export const surveyPurposes = ['satisfaction', 'used30', 'used90'] as const
export type SurveyPurpose = (typeof surveyPurposes)[number]

/** GET /api/v1/train/project/{id}/execution: what learners say, and what it cost. */
export const projectExecution = z.object({
  surveys: z.array(
    z.object({
      purpose: z.enum(surveyPurposes),
      /** The first day on which it may be answered; before it was opened the day on which it will be. */
      opensOn: z.string().nullable(),
      closesOn: z.string().nullable(),
      state: z.enum(['none', 'due', 'open', 'closed']),
      /** The survey, for the office that holds the project. */
      id: z.string().nullable(),
      asked: z.int().nullable(),
      answered: z.int().nullable(),
      /** Mean of the marks; null while it is open, and of fewer than five answers. */
      mean: z.number().nullable(),
    }),
  ),
  plan: z.string().nullable(),
  /** 元. */
  costPerPerson: z.int().nullable(),
  /** 万元. */
  paid: z.number().nullable(),
  qualified: z.int(),
  /** 元, rounded; null where nothing was paid or nobody passed. */
  costEach: z.int().nullable(),
})
export type ProjectExecution = z.infer<typeof projectExecution>

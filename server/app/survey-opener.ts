import { insertMessages } from '../features/messages/index.ts'
import { openSurveyFor } from '../features/surveys/index.ts'
import type { OpenSurvey } from '../features/training/index.ts'

/** Opens a survey in the name of an office, with a message to everybody who is asked. */
export const surveyOpener: OpenSurvey = (tx, asker, plan) =>
  openSurveyFor(tx, { insertMessages }, asker, plan)

/**
 * Surveys of an event: questions, who is asked, answers that of an anonymous survey nobody can join to a person
 * (docs/decisions/0171). A feature above decides who asks whom.
 */
export { answerSurvey, ownSurveys, type OwnSurvey } from './answer.ts'
export {
  askMore,
  closeSurvey,
  findSurvey,
  openSurvey,
  surveyState,
  type Survey,
  type SurveyPlan,
} from './survey.ts'
export {
  answersOf,
  choicesOf,
  countAnswered,
  meansOf,
  type AnswerOf,
  type ChoiceCounts,
  type SurveyMeans,
} from './results.ts'

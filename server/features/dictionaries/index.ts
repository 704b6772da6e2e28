export { learnDictionaries, startDictionaries } from './learn.ts'
export { dictionaryRoutes } from './routes.ts'

export { TrainingFiguresPage } from './figures-page.tsx'

export { CorrectionListPage } from './correction-list-page.tsx'
export { RecordCorrections } from './record-corrections.tsx'

export { RecordCorrections } from './record-corrections.tsx'

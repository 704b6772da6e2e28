import { processNames } from '../../../catalogue/processes/processes.ts'
import { tryAnything } from './test-any-process.ts'

tryAnything(processNames)

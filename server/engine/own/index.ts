export { openOwn, type OwnDeclarations } from './declared.ts'

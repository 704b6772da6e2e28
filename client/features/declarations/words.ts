import { casePath } from '../../../catalogue/processes/paths.ts'

export const materialsPath = '/home/index'
/** The desk of one declaration, for the staff who check its materials. */
export const deskPath = (id: string): string => casePath(100, 'declaration', id) ?? materialsPath

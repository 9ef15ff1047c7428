export const exportQueue = 'data_export'
export type ExportJob = { id: number; user_id: number }

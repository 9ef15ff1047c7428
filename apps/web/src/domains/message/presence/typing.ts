/** Patient in whose conversation this window’s user is typing, for reports by heartbeat. */
export const typing: { patient_id: number | undefined } = { patient_id: undefined }

/** Patient in whose conversation this window’s user is typing. The heartbeat reports it. */
export const typing: { patient_id: number | undefined } = { patient_id: undefined }

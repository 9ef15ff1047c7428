/** What of the card’s dialog is open: all rows, or one of the two kinds, new where it has no number. */
export type At = { what: 'list' } | { what: 'medicine' | 'supplement'; id?: number }

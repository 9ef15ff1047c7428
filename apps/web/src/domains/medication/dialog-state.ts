/** State of the dialog: the list, or the form of one kind, for a new intake if `id` is missing. */
export type DialogState = { kind: 'list' } | { kind: 'medicine' | 'supplement'; id?: number }

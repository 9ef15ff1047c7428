/** The first `DatePicker` in `box` with unreadable text; its value is the one before, which is not what the user sees. */
export const unreadableField = (box: HTMLElement | null | undefined) => box?.querySelector<HTMLElement>('[data-unreadable]')

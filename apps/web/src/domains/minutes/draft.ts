import { type MinutesSection, type MinutesSectionKind, minutesSectionKinds } from '@sukoyaka/wire/care/interview-minutes'

export type DraftSection = { kind: MinutesSectionKind; title: string; text: string }

/** The three standard sections plus any others, one sentence per line. */
export const draftOf = (sections: readonly MinutesSection[]): DraftSection[] => {
  const textOf = (section: MinutesSection | undefined) => section?.sentences.map(({ text }) => text.replace(/\n/g, ' ')).join('\n') ?? ''
  const known = minutesSectionKinds
    .filter((kind) => kind !== 'other')
    .map((kind) => ({ kind, title: '', text: textOf(sections.find((section) => section.kind === kind)) }))
  return [...known, ...sections.filter(({ kind }) => kind === 'other').map((section) => ({ kind: section.kind, title: section.title, text: textOf(section) }))]
}

export const sectionsOf = (draft: readonly DraftSection[]) =>
  draft.map(({ kind, title, text }) => ({
    kind,
    ...(kind === 'other' && { title }),
    sentences: text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  }))

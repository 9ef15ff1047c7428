import { errors } from '@sukoyaka/phrases/errors'
import type { Language, Phrases } from '@sukoyaka/phrases/language'
import type { ErrorCode, FieldReason } from '@sukoyaka/wire/errors'

/** The supported language with the highest weight in Accept-Language; Korean is `kr` or `ko`. Default: Japanese. */
export const languageOf = (header: string | undefined): Language => {
  const preferred = (header ?? '')
    .split(',')
    .slice(0, 20)
    .map((part, at) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find((value) => value !== undefined)
      return { tag: tag.toLowerCase().split('-')[0], q: quality === undefined ? 1 : Number(quality), at }
    })
    .filter(({ q: quality }) => quality > 0)
    .sort((a, b) => b.q - a.q || a.at - b.at)
  for (const { tag } of preferred) {
    if (tag === 'ja' || tag === 'en') return tag
    if (tag === 'kr' || tag === 'ko') return 'kr'
  }
  return 'ja'
}

/** Fills in the `{{values}}` of a translation. */
export const translate = <K extends string>(phrases: Phrases<K>, language: Language, key: K, values: Record<string, string | number> = {}) =>
  phrases[language][key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** `kind`: the only kind of files that the endpoint accepts; some errors have a text for each kind (`code.kind`). */
export const translateError = (language: Language, code: ErrorCode, { kind, values }: { kind?: string; values?: Record<string, string | number> } = {}) => {
  const key = `${code}.${kind}`
  return translate(errors, language, key in errors.ja ? (key as keyof typeof errors.ja) : code, values)
}
export const translateReason = (language: Language, reason: FieldReason, values?: Record<string, string | number>) =>
  translate(errors, language, `field.${reason}`, values)

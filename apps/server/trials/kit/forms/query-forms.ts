/** Query strings in invalid forms, with the expected error codes. */
export const rejectedForms: [text: string, codes: string[]][] = (() => {
  const nested = [
    'a[b][c]=1',
    'a[][b]=1',
    'a[b][][c]=1',
    'a[b][c][]=1',
    'a[][]=1',
    'a[b]c=1',
    'a[b',
    'a]b=1',
    '[a]=1',
    '[]=1',
    'a[b-c]=1',
    'a[0]=1',
    'a[b][]x=1',
    'q[__proto__][x]=1',
  ]
  const percentEncoded = (text: string) => [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
  const nestedIs = ['nested_query', 'unknown_parameter']
  const pollution = [
    '__proto__[x]=1',
    '__proto__.x=1',
    '__proto__=1',
    'constructor[prototype]=1',
    'constructor[prototype][x]=1',
    'prototype[x]=1',
    'q[__proto__]=1',
    'q[constructor]=1',
    'toString=1',
    'hasOwnProperty[x]=1',
  ]
  return [
    ...nested.flatMap((text): [string, string[]][] => [
      [text, nestedIs],
      [text.replaceAll('[', '%5B').replaceAll(']', '%5D'), nestedIs],
      [text.replace('[', '%5b'), nestedIs],
      [`${percentEncoded(text.split('=')[0]!)}=1`, nestedIs],
    ]),
    ...pollution.flatMap((text): [string, string[]][] => [
      [text, ['unknown_parameter', 'nested_query', 'malformed']],
      [text.replaceAll('_', '%5F').replaceAll('[', '%5B'), ['unknown_parameter', 'nested_query', 'malformed']],
    ]),
    // a server that decodes twice would see the known name `page` with brackets
    ['page%255B%255D=1', ['unknown_parameter']],
    ['user%5fid%00=1', ['unknown_parameter', 'malformed']],
    ['%00=1', ['unknown_parameter', 'malformed']],
    ['a=%00', ['unknown_parameter', 'malformed']],
    ['a=%ff', ['malformed']],
    ['%ff=1', ['malformed']],
    ['a=%c0%ae', ['malformed']],
    ['a=%e3%81', ['malformed']],
    ['a=%', ['malformed']],
    ['a=%zz', ['malformed']],
    ['a=%u3042', ['malformed']],
    ['a=%ed%a0%80', ['malformed']],
    ['nobody_knows=1', ['unknown_parameter']],
    ['a;b=1', ['unknown_parameter']],
    ['page=1;user_id=2', ['malformed', 'unknown_parameter']],
    ['=1', ['unknown_parameter']],
    ['あ=1', ['unknown_parameter']],
    [Array.from({ length: 10_000 }, (_, i) => `k${i}=1`).join('&'), ['malformed']],
    [Array.from({ length: 1_000 }, (_, i) => `k${i}=1`).join('&'), ['unknown_parameter', 'malformed']],
    [Array.from({ length: 10_000 }, () => 'a[]=1').join('&'), ['malformed']],
    [`a${'[b]'.repeat(3_000)}=1`, ['nested_query']],
    [`${'['.repeat(9_000)}=1`, ['nested_query']],
    [`${'a'.repeat(9_000)}=1`, ['unknown_parameter']],
    [`${'a_'.repeat(4_000)}[=1`, ['nested_query', 'unknown_parameter']],
  ]
})()

/** One parameter in wrong forms: repeated, as list and value, as object. */
export const mixedForms = (name: string): string[] => {
  const base = name.replace(/\[\]$/, '')
  if (name.endsWith('[]')) return [`${base}[]=1&${base}=1`, `${base}=1&${base}[]=1`, `${base}[][x]=1`, `${base}[x]=1&${base}[]=1`]
  if (name.includes('[')) return [`${name}=1&${name}=2`, `${name}=1&${name}[]=2`, `${name}[x]=1`, `${base.split('[')[0]}=1&${name}=1`]
  return [`${base}=1&${base}=2`, `${base}=1&${base}[]=2`, `${base}[]=1`, `${base}[x]=1`, `${base}=1&${base}[x]=2`]
}

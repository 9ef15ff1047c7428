const menu = [
  ['夕食の分け方（献立案）', 20],
  ['佐伯 恵子 様', 12],
  ['平日2日から、無理のない範囲でお試しください。', 11],
  ['', 11],
  ['18時ごろ（お仕事の合間に）', 13],
  ['・鮭おにぎり 1個（約180kcal）', 11],
  ['・無塩トマトジュース 200mL', 11],
  ['', 11],
  ['21時ごろ（ご帰宅後）', 13],
  ['・豆腐と青菜のスープ', 11],
  ['・蒸し鶏と温野菜（ぽん酢は小さじ1まで）', 11],
  ['・果物 80gまで', 11],
  ['', 11],
  ['食塩相当量 合計 2.1g　エネルギー 約520kcal', 11],
  ['管理栄養士 岡田 由紀', 11],
] as const

const hex = (text: string) => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

/** A PDF of one A4 page. Its Japanese font is not embedded; PDF readers use or substitute one of their own. */
export const menuPdf = (): Buffer => {
  let y = 770
  const lines = menu.map(([text, size]) => {
    y -= size * 1.9
    return text ? `BT /F1 ${size} Tf 64 ${Math.round(y)} Td ${hex(text)} Tj ET` : ''
  })
  const page = lines.filter(Boolean).join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Lang(ja)>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 7 0 R>>',
    '<</Type/Font/Subtype/Type0/BaseFont/KozGoPr6N-Regular-UniJIS-UTF16-H/Encoding/UniJIS-UTF16-H/DescendantFonts[5 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/KozGoPr6N-Regular/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 6>>/FontDescriptor 6 0 R/DW 1000/W[1[278]2 94 556]>>',
    '<</Type/FontDescriptor/FontName/KozGoPr6N-Regular/Flags 4/FontBBox[-149 -374 1254 1008]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 763/StemV 80>>',
    `<</Length ${page.length}>>\nstream\n${page}\nendstream`,
  ]
  let text = '%PDF-1.5\n'
  const places = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

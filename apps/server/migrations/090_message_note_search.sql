-- migrate:up
-- The search finds notes as it finds messages: by the body as rules/search folds it.
alter table message_notes add column body_search text not null default '';
update message_notes set body_search = translate(lower(normalize(body, nfkc)),
  'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
  'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちじっつずてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわいえをんゔかけ');
create index message_notes_grams on message_notes using gin (char_bigrams(body_search)) with (fastupdate = off);

-- migrate:down
alter table message_notes drop column body_search;

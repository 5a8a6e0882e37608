/** The policy, its versions, and the preview of thresholds. */
export const policy = {
  'preview.score': 'Possible hit from',
  'preview.now': 'In force: {score}',
  'preview.intro':
    'Counts how many stored records would have a hit at each score, by searching the lists for all of them again.',
  'preview.count': 'Count the hits',
  'preview.again': 'Count again',
  'preview.progress': 'Records searched for',
  'preview.running': '{examined} of {subjects} records searched for',
  'preview.cancelled': 'Another count took the place of this one.',
  'preview.failed': 'The count failed. The log of the appliance says why.',
  'preview.none': 'No record is stored yet, so there is nothing to count.',
  'preview.hits.one': 'From {score} on {count} of {examined} records would have a possible hit.',
  'preview.hits.other': 'From {score} on {count} of {examined} records would have a possible hit.',
  'preview.hits_now.one': 'In force is {score}: {count} record.',
  'preview.hits_now.other': 'In force is {score}: {count} records.',
  'preview.partial': 'The newest {examined} were searched for; there are more.',
  'preview.chart': 'Records with a hit of at least this score',
  'preview.subjects': 'Records',
} as const;

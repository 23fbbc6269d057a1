/** What a session's name is made from: a test within its suites. */
export interface Named {
  readonly name: string;
  readonly suite?: Named | undefined;
}

/** Names sessions after tests: the same tests get the same names, and no two sessions of a worker the same. */
export function sessionNames(): (task: Named) => string {
  const times = new Map<string, number>();
  return (task) => {
    const slug = slugOf(task);
    const time = (times.get(slug) ?? 0) + 1;
    times.set(slug, time);
    return `${slug}-${time}`;
  };
}

function slugOf(task: Named): string {
  const names: string[] = [];
  for (let at: Named | undefined = task; at; at = at.suite) names.unshift(at.name);
  const slug = names
    .join(' ')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'test' : slug.slice(0, 56);
}

/** Something that a sender holds of what all senders share. */
export interface Holding<Sender> {
  /** Holds that much more. False when there was no room, or when this holding had to give way for it. */
  grow(amount: number): boolean;
  /** Counts it for another sender from now on, as the youngest. */
  moveTo(sender: Sender): void;
  /** While it is kept, it does not give way to others. */
  keep(kept: boolean): void;
  /** Gives back what it holds; more than once is once. */
  release(): void;
}

/**
 * What all senders hold together is at most `limit`. When it is full the sender that holds most gives way, its oldest
 * holding first; so nobody can shut others out who hold less.
 */
export function createShares<Sender>(limit: number) {
  interface Held {
    sender: Sender;
    amount: number;
    kept: boolean;
    readonly giveWay: () => void;
  }
  /** Oldest first. */
  const held = new Set<Held>();
  let total = 0;

  const remove = (one: Held) => {
    if (held.delete(one)) total -= one.amount;
  };

  /** The oldest holding that may give way, of the sender that would hold most if `sender` had `amount` more. */
  const nextToGiveWay = (sender: Sender, amount: number): Held | undefined => {
    const sums = new Map([[sender, amount]]);
    for (const one of held) sums.set(one.sender, (sums.get(one.sender) ?? 0) + one.amount);
    const most = Math.max(...sums.values());
    return [...held].find((one) => !one.kept && one.amount > 0 && sums.get(one.sender) === most);
  };

  const makeRoom = (sender: Sender, amount: number): boolean => {
    while (total + amount > limit) {
      const one = nextToGiveWay(sender, amount);
      if (one === undefined) return false;
      remove(one);
      one.giveWay();
    }
    return true;
  };

  return {
    /** A holding of nothing yet. `giveWay` is called, and the holding released, when others need its room. */
    open(sender: Sender, giveWay: () => void): Holding<Sender> {
      const one: Held = { sender, amount: 0, kept: false, giveWay };
      held.add(one);
      return {
        grow(amount) {
          if (!held.has(one) || !makeRoom(one.sender, amount) || !held.has(one)) return false;
          one.amount += amount;
          total += amount;
          return true;
        },
        moveTo(next) {
          if (!held.delete(one)) return;
          one.sender = next;
          held.add(one);
        },
        keep(kept) {
          one.kept = kept;
        },
        release: () => remove(one),
      };
    },
  };
}

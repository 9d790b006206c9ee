// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// What is asked of a token (ERC-20). Some give nothing back where the standard says `bool`.
interface IToken {
  function transferFrom(address from, address to, uint256 value) external returns (bool);
  function approve(address spender, uint256 value) external returns (bool);
}

/// What is asked of a vault (ERC-4626).
interface IVault {
  function asset() external view returns (address);
  function balanceOf(address holder) external view returns (uint256);
  function convertToAssets(uint256 shares) external view returns (uint256);
  function deposit(uint256 assets, address receiver) external returns (uint256);
  function withdraw(uint256 assets, address receiver, address owner) external returns (uint256);
  function redeem(uint256 shares, address receiver, address owner) external returns (uint256);
}

/// Shares of what is in one vault, named as ERC-4626 names them, less a fee on what the vault earns. Nobody but who holds a share can
/// move it, and only out. The fee wallet can stop deposits and let them in again; it can stop no withdrawal, and change nothing else.
contract EarnWrapper {
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
  event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares);
  event DepositsDisabled(bool depositsDisabled);

  /// Shares that nobody has: a first depositor cannot make the others' round to nothing by a gift to the wrapper.
  uint256 private constant NOBODYS = 10 ** 6;
  uint256 private constant WHOLE = 10_000;

  IVault public immutable vault;
  address public immutable asset;
  uint256 public immutable feeBasisPoints;
  address public immutable feeWallet;
  FeeSplitter public immutable splitter;

  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  bool public depositsDisabled;

  /// What shares were worth when the fee was taken last, as so many assets for so many shares: the fee is on what they are worth beyond
  /// that. It falls for nobody who is in, so what was lost is earned again without a fee.
  uint256 private markAssets = 1;
  uint256 private markShares = NOBODYS;
  bool private isEntered;

  /// Of all that calls others: neither they nor what they call come in again meanwhile.
  modifier alone() {
    require(!isEntered, "entered again");
    isEntered = true;
    _;
    isEntered = false;
  }

  constructor(IVault vault_, uint256 feeBasisPoints_, address feeWallet_) {
    require(feeBasisPoints_ <= WHOLE, "fee above the whole");
    vault = vault_;
    asset = vault_.asset();
    feeBasisPoints = feeBasisPoints_;
    feeWallet = feeWallet_;
    splitter = new FeeSplitter(feeWallet_);
  }

  function setDepositsDisabled(bool depositsDisabled_) external {
    require(msg.sender == feeWallet, "not the fee wallet");
    depositsDisabled = depositsDisabled_;
    emit DepositsDisabled(depositsDisabled_);
  }

  /// Takes assets that the caller has approved. Shares are for what came to be there, which is nearly all: who deposits
  /// bears what the vault takes for it, and no vault takes more than a hundredth.
  function deposit(uint256 assets, address receiver) external alone returns (uint256 shares) {
    require(!depositsDisabled, "deposits are disabled");
    uint256 before = takeFee();
    // Who comes when nobody is in it begins anew.
    if (totalSupply == 0) (markAssets, markShares) = (before + 1, NOBODYS);
    call(asset, abi.encodeCall(IToken.transferFrom, (msg.sender, address(this), assets)));
    call(asset, abi.encodeCall(IToken.approve, (address(vault), assets)));
    vault.deposit(assets, address(this));
    uint256 gained = held() - before;
    require(gained * 100 >= assets * 99, "the vault kept too much");
    shares = (gained * (totalSupply + NOBODYS)) / (before + 1);
    require(shares != 0, "too little for a share");
    mint(receiver, shares);
    emit Deposit(msg.sender, receiver, assets, shares);
  }

  /// Pays exactly so many assets. Who withdraws bears what the vault takes for it.
  function withdraw(uint256 assets, address receiver, address owner) external alone returns (uint256 shares) {
    require(msg.sender == owner, "not the owner");
    uint256 before = takeFee();
    uint256 supply = totalSupply + NOBODYS;
    vault.withdraw(assets, receiver, address(this));
    uint256 left = held();
    // Rounded up.
    shares = before > left ? ((before - left) * supply + before) / (before + 1) : 0;
    require(shares != 0, "nothing was withdrawn");
    burn(owner, shares);
    emit Withdraw(msg.sender, receiver, owner, assets, shares);
  }

  /// Pays what so many shares are worth; all that the owner has for the largest number there is.
  function redeem(uint256 shares, address receiver, address owner) external alone returns (uint256 assets) {
    require(msg.sender == owner, "not the owner");
    takeFee();
    if (shares == type(uint256).max) shares = balanceOf[owner];
    require(shares != 0, "nothing to redeem");
    uint256 part = (vault.balanceOf(address(this)) * shares) / (totalSupply + NOBODYS);
    burn(owner, shares);
    assets = vault.redeem(part, receiver, address(this));
    emit Withdraw(msg.sender, receiver, owner, assets, shares);
  }

  function totalAssets() external view returns (uint256) {
    return held();
  }

  /// What shares are worth, after the fee.
  function convertToAssets(uint256 shares) public view returns (uint256) {
    (uint256 feeShares, uint256 assets) = pendingFee();
    return (shares * (assets + 1)) / (totalSupply + feeShares + NOBODYS);
  }

  function convertToShares(uint256 assets) external view returns (uint256) {
    (uint256 feeShares, uint256 all) = pendingFee();
    return (assets * (totalSupply + feeShares + NOBODYS)) / (all + 1);
  }

  /// What an owner's shares are worth, after the fee.
  function assetsOf(address owner) external view returns (uint256) {
    return convertToAssets(balanceOf[owner]);
  }

  /// What the fee wallet can claim.
  function claimableFee() external view returns (uint256) {
    (uint256 feeShares, ) = pendingFee();
    return convertToAssets(balanceOf[address(splitter)] + feeShares);
  }

  function held() private view returns (uint256) {
    return vault.convertToAssets(vault.balanceOf(address(this)));
  }

  /// The shares that are worth the fee on what all are worth beyond the mark, and what is held now.
  function pendingFee() private view returns (uint256 shares, uint256 assets) {
    assets = held();
    uint256 supply = totalSupply + NOBODYS;
    // Rounded up.
    uint256 mark = (markAssets * supply + markShares - 1) / markShares;
    if (assets + 1 <= mark) return (0, assets);
    uint256 fee = ((assets + 1 - mark) * feeBasisPoints) / WHOLE;
    shares = (fee * supply) / (assets + 1 - fee);
  }

  /// Gives what is held.
  function takeFee() private returns (uint256 assets) {
    uint256 shares;
    (shares, assets) = pendingFee();
    // What is too little for a share of it stays below the mark until it is enough.
    if (shares == 0) return assets;
    mint(address(splitter), shares);
    (markAssets, markShares) = (assets + 1, totalSupply + NOBODYS);
  }

  function mint(address to, uint256 shares) private {
    totalSupply += shares;
    balanceOf[to] += shares;
    emit Transfer(address(0), to, shares);
  }

  function burn(address from, uint256 shares) private {
    require(balanceOf[from] >= shares, "more than the owner has");
    balanceOf[from] -= shares;
    totalSupply -= shares;
    emit Transfer(from, address(0), shares);
  }

  function call(address token, bytes memory data) private {
    (bool succeeded, bytes memory given) = token.call(data);
    require(succeeded && (given.length == 0 ? token.code.length != 0 : abi.decode(given, (bool))), "the token refused");
  }
}

/// Holds the shares of a wrapper's fee. Anybody may ask it to pay: it pays nobody but the fee wallet.
contract FeeSplitter {
  EarnWrapper public immutable wrapper;
  address public immutable feeWallet;

  constructor(address feeWallet_) {
    wrapper = EarnWrapper(msg.sender);
    feeWallet = feeWallet_;
  }

  function release() external returns (uint256) {
    return wrapper.redeem(type(uint256).max, feeWallet, address(this));
  }
}
